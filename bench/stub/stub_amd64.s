#include "go_asm.h"
#include "textflag.h"

// func ask(t *Table, hash uint64)
TEXT ·ask(SB), NOSPLIT|NOFRAME, $0-16
	MOVQ t+0(FP), R8
	MOVQ hash+8(FP), AX
	MULQ Table_n(R8)
	SHLQ $6, DX
	MOVQ Table_lines(R8), R9
	PREFETCHT1 (R9)(DX*1)
	RET

// func get(t *Table, hash uint64) uint64
TEXT ·get(SB), NOSPLIT|NOFRAME, $0-24
	MOVQ t+0(FP), R8
	MOVQ hash+8(FP), AX
	MULQ Table_n(R8)
	SHLQ $6, DX
	MOVQ Table_lines(R8), R9
	MOVQ (R9)(DX*1), AX
	MOVQ AX, ret+16(FP)
	RET

// func put(t *Table, hash, v uint64)
TEXT ·put(SB), NOSPLIT|NOFRAME, $0-24
	MOVQ t+0(FP), R8
	MOVQ hash+8(FP), AX
	MOVQ v+16(FP), BX
	MOVQ AX, CX
	MULQ Table_n(R8)
	SHLQ $6, DX
	ADDQ Table_lines(R8), DX
	XORQ BX, CX
	MOVQ CX, (DX)
	MOVQ BX, 32(DX)
	RET

// func Idle()
TEXT ·Idle(SB), NOSPLIT|NOFRAME, $0-0
again:
	PAUSE
	JMP again
