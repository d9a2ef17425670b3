/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The embedded network: the assembler includes the file NET_FILE as it is, and it is read like any
 * other file. As anybody may put another one there, it is validated at each start.
 */
#include "nnue.h"

#ifdef NET_FILE
#ifdef __APPLE__
#define SECTION ".const_data"
#elif defined(_WIN32)
#define SECTION ".section .rdata, \"dr\""
#else
#define SECTION ".section .rodata"
#endif
__asm__(SECTION "\n"
                ".balign 64\n"
                "alula_net:\n"
                ".incbin \"" NET_FILE "\"\n"
                "alula_net_end:\n"
                ".byte 0\n"
                ".text\n");
extern const uint8_t net_bytes[] __asm__("alula_net"), net_end[] __asm__("alula_net_end");
#define NET_SIZE ((size_t)(net_end - net_bytes))
#else /* a compiler without .incbin: its bytes as numbers, by tools/dev/net-to-c */
static const uint8_t net_bytes[] = {
#include "nnue_net.inc"
};
#define NET_SIZE (sizeof net_bytes)
#endif

/* Read by nnue_init(). */
static NnueNet *net;

const char *nnue_init(const char *simd) {
    const char *error;

    if (simd && !nnue_simd_kernel(simd))
        return "this machine does not support these instructions";
    if (net)
        return NULL;
    if ((error = nnue_decode(&net, net_bytes, NET_SIZE)))
        return error;
    net->kernel = simd ? nnue_simd_kernel(simd) : NULL;
    return NULL;
}

const NnueNet *nnue_embedded(void) {
    return net;
}
