// SPDX-License-Identifier: MIT
// A file as part of the program: `const unsigned char NAME[]` and `const uint64_t NAME_bytes`. Assembled once for
// each, with EMBED_NAME and EMBED_FILE, by whatever compiles the rest. Other ways are worse: text in a C
// file takes minutes to compile, and what `ld -b binary` makes is named after the path and has no alignment.
#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)
#define NAME        JOIN(__USER_LABEL_PREFIX__, EMBED_NAME)

#if defined(__APPLE__)
#define HIDDEN .private_extern
    .const
#elif defined(_WIN32)
    .section .rdata, "dr"
#else
#define HIDDEN .hidden
    .section .rodata, "a", %progbits
#endif

#ifdef HIDDEN
    HIDDEN NAME
    HIDDEN JOIN(NAME, _bytes)
#endif
    .globl NAME
    .globl JOIN(NAME, _bytes)
    .balign 64
NAME:
    .incbin EMBED_FILE
0:
    .balign 8
JOIN(NAME, _bytes):
    .quad 0b - NAME

#if defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
