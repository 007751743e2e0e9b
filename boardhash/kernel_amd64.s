//go:build !purego

#include "textflag.h"

// transpose<>[8i+b] = 8b+i: byte i of word b goes to byte b of word i.
DATA transpose<>+0(SB)/8, $0x3830282018100800
DATA transpose<>+8(SB)/8, $0x3931292119110901
DATA transpose<>+16(SB)/8, $0x3a322a221a120a02
DATA transpose<>+24(SB)/8, $0x3b332b231b130b03
DATA transpose<>+32(SB)/8, $0x3c342c241c140c04
DATA transpose<>+40(SB)/8, $0x3d352d251d150d05
DATA transpose<>+48(SB)/8, $0x3e362e261e160e06
DATA transpose<>+56(SB)/8, $0x3f372f271f170f07
GLOBL transpose<>(SB), RODATA|NOPTR, $64

// count<> is 0, 1, … 7.
DATA count<>+0(SB)/8, $0
DATA count<>+8(SB)/8, $1
DATA count<>+16(SB)/8, $2
DATA count<>+24(SB)/8, $3
DATA count<>+32(SB)/8, $4
DATA count<>+40(SB)/8, $5
DATA count<>+48(SB)/8, $6
DATA count<>+56(SB)/8, $7
GLOBL count<>(SB), RODATA|NOPTR, $64

// Adds the matrices for byte j of the hash, applied to Z0, to sum.
#define BYTE(j, sum) \
	VGF2P8AFFINEQB $0, (64*j)(BX), Z0, Z1; \
	VPXORQ Z1, sum, sum

// func hashEights(hashes, boards *uint64, matrices *[8][8]uint64, kinds, n int)
//
// DI hashes, SI boards of the group, BX matrices of the kind, CX kinds left,
// R8 groups left, R9 bytes of a board, R10 bitboard of the kind in board 0
TEXT ·hashEights(SB), NOSPLIT, $0-40
	MOVQ hashes+0(FP), DI
	MOVQ boards+8(FP), SI
	MOVQ kinds+24(FP), R9
	MOVQ n+32(FP), R8
	VMOVDQU64 transpose<>(SB), Z31
	VPBROADCASTQ R9, Z30
	VPMULLQ count<>(SB), Z30, Z30 // words from board 0 to the others
	SHLQ $3, R9

group:
	VPXORQ Z8, Z8, Z8
	VPXORQ Z9, Z9, Z9
	VPXORQ Z10, Z10, Z10
	VPXORQ Z11, Z11, Z11
	VPXORQ Z12, Z12, Z12
	VPXORQ Z13, Z13, Z13
	VPXORQ Z14, Z14, Z14
	VPXORQ Z15, Z15, Z15
	MOVQ matrices+16(FP), BX
	MOVQ kinds+24(FP), CX
	MOVQ SI, R10

kind:
	KXNORQ K1, K1, K1
	VPGATHERQQ (R10)(Z30*8), K1, Z0
	VPERMB Z0, Z31, Z0
	BYTE(0, Z8)
	BYTE(1, Z9)
	BYTE(2, Z10)
	BYTE(3, Z11)
	BYTE(4, Z12)
	BYTE(5, Z13)
	BYTE(6, Z14)
	BYTE(7, Z15)
	ADDQ $512, BX
	ADDQ $8, R10
	DECQ CX
	JNZ  kind

	// Word j of Z0 becomes the sum of the words of the j-th sum.
	VPUNPCKLQDQ Z9, Z8, Z0
	VPUNPCKHQDQ Z9, Z8, Z1
	VPXORQ Z1, Z0, Z0
	VPUNPCKLQDQ Z11, Z10, Z1
	VPUNPCKHQDQ Z11, Z10, Z2
	VPXORQ Z2, Z1, Z1
	VPUNPCKLQDQ Z13, Z12, Z2
	VPUNPCKHQDQ Z13, Z12, Z3
	VPXORQ Z3, Z2, Z2
	VPUNPCKLQDQ Z15, Z14, Z3
	VPUNPCKHQDQ Z15, Z14, Z4
	VPXORQ Z4, Z3, Z3
	VSHUFI64X2 $0x88, Z1, Z0, Z4
	VSHUFI64X2 $0xdd, Z1, Z0, Z5
	VPXORQ Z5, Z4, Z0
	VSHUFI64X2 $0x88, Z3, Z2, Z4
	VSHUFI64X2 $0xdd, Z3, Z2, Z5
	VPXORQ Z5, Z4, Z1
	VSHUFI64X2 $0x88, Z1, Z0, Z4
	VSHUFI64X2 $0xdd, Z1, Z0, Z5
	VPXORQ Z5, Z4, Z0

	// Byte b of word j is byte j of hash b.
	VPERMB Z0, Z31, Z0
	VMOVDQU64 Z0, (DI)
	ADDQ $64, DI
	LEAQ (SI)(R9*8), SI
	DECQ R8
	JNZ  group
	VZEROUPPER
	RET
