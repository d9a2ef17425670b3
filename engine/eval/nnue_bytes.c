/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of the embedded network: the assembler includes the file NET_FILE as it is. */
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
extern const uint8_t net[] __asm__("alula_net"), net_end[] __asm__("alula_net_end");
const uint8_t *const nnue_bytes = net, *const nnue_bytes_end = net_end;
#else /* a compiler without .incbin: its bytes as numbers, made by the Makefile */
static const uint8_t bytes[] = {
#include "nnue_net.inc"
};
const uint8_t *const nnue_bytes = bytes, *const nnue_bytes_end = bytes + sizeof bytes;
#endif
