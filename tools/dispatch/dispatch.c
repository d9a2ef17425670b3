/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The main function of a program for several instruction sets (make ARCH=x86-64). The program
 * contains all its code once per set, and runs the best set that the processor supports.
 * ALULA_INSTRUCTIONS selects another set by name (see nnue_simd_name()); each part rejects invalid
 * values.
 */
#include <cpuid.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Windows: use the C library's getenv(); windows_getenv() is hidden within the parts. */
#undef getenv

/* Main functions of the parts, see dispatch.mk. */
int main_baseline(int argc, char **argv); /* SSE2 */
int main_avx2(int argc, char **argv);     /* x86-64-v3 */
int main_bmi2(int argc, char **argv);     /* the same, with PEXT for sliders */
int main_avx512(int argc, char **argv);   /* x86-64-v4, with VNNI and PEXT */

typedef struct {
    unsigned eax, ebx, ecx, edx;
} Cpuid;

static bool has_bits(unsigned word, unsigned bits) {
    return (word & bits) == bits;
}

/* Returns true if the processor and the system support x86-64-v3. */
static bool has_avx2(void) {
    const unsigned sse3_to_avx = bit_SSE3 | bit_SSSE3 | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT |
                                 bit_MOVBE | bit_F16C | bit_FMA | bit_OSXSAVE | bit_AVX;
    Cpuid a = {0}, b = {0}, c = {0};

    __builtin_cpu_init();
    return __get_cpuid(1, &a.eax, &a.ebx, &a.ecx, &a.edx) && has_bits(a.ecx, sse3_to_avx) &&
           __get_cpuid_count(7, 0, &b.eax, &b.ebx, &b.ecx, &b.edx) &&
           has_bits(b.ebx, bit_AVX2 | bit_BMI | bit_BMI2) &&
           __get_cpuid(0x80000001, &c.eax, &c.ebx, &c.ecx, &c.edx) && has_bits(c.ecx, bit_LZCNT) &&
           __builtin_cpu_supports("avx2");
}

static bool has_avx512(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
}

/* Returns false on AMD and Hygon before Zen 3 (family 25), where PEXT is slow microcode. */
static bool has_fast_pext(void) {
    char vendor[13] = "";
    Cpuid a = {0}, b = {0};
    unsigned family;

    if (!__get_cpuid(0, &a.eax, &a.ebx, &a.ecx, &a.edx) ||
        !__get_cpuid(1, &b.eax, &b.ebx, &b.ecx, &b.edx))
        return false;
    memcpy(vendor, &a.ebx, 4);
    memcpy(vendor + 4, &a.edx, 4);
    memcpy(vendor + 8, &a.ecx, 4);
    family = (b.eax >> 8 & 15) + (b.eax >> 20 & 255);
    return (strcmp(vendor, "AuthenticAMD") != 0 && strcmp(vendor, "HygonGenuine") != 0) ||
           family >= 25;
}

int main(int argc, char **argv) {
    const char *const asked = getenv("ALULA_INSTRUCTIONS");
    const bool avx2 = has_avx2();

    if (!avx2 || (asked && !strcmp(asked, "baseline")))
        return main_baseline(argc, argv);
    if (has_avx512() && !(asked && !strcmp(asked, "avx2")))
        return main_avx512(argc, argv);
    return has_fast_pext() ? main_bmi2(argc, argv) : main_avx2(argc, argv);
}
