// Command asm writes the amd64 kernels of package tabulation.
//
// Byte planes: a block is 128 keys. Its plane c holds byte c of every key, so that one
// permutation instruction looks up 64 keys in a table of 128 bytes: two of
// them, each masked by the top bit of the index, and an exclusive or of three
// operands are a look-up in a table of 256. See planes.go for what the kernels
// do; everything here is how. Pairs, in pairs.go here: the families with wide entries
// on processors that cannot permute bytes.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const plane = 128 // bytes of a plane: a block's keys, in two halves of 64

var z = []VecPhysical{
	Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15,
	Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z23, Z24, Z25, Z26, Z27, Z28, Z29, Z30, Z31,
}

func main() {
	ConstraintExpr("!purego")
	split64()
	split32()
	join()
	tabulate()
	substitute()
	twist()
	pairs("mixed32AVX", "uint32", 4, 4, 4)
	pairs("mixed64AVX", "uint64", 8, 8, 8)
	pairs("twisted64AVX", "uint64", 8, 7, 1)
	Generate()
}

// pointer loads a parameter into a register.
func pointer(name string) GPVirtual { return Load(Param(name), GP64()).(GPVirtual) }

// control defines the 64 bytes of a VPERMB that moves byte from(i) to i.
func control(name string, from func(i int) int) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := range 64 {
		DATA(i, U8(from(i)))
	}
	return m
}

// transposeBytes turns eight rows of eight bytes into columns; twice is nothing.
func transposeBytes(i int) int { return i%8*8 + i/8 }

// lanes makes out[i] of the lanes i of four registers, a 4×4 transposition of
// 128-bit lanes; t are four spare registers.
func lanes(in, t, out []VecPhysical) {
	VSHUFI64X2(U8(0x88), in[1], in[0], t[0])
	VSHUFI64X2(U8(0xdd), in[1], in[0], t[1])
	VSHUFI64X2(U8(0x88), in[3], in[2], t[2])
	VSHUFI64X2(U8(0xdd), in[3], in[2], t[3])
	VSHUFI64X2(U8(0x88), t[2], t[0], out[0])
	VSHUFI64X2(U8(0xdd), t[2], t[0], out[2])
	VSHUFI64X2(U8(0x88), t[3], t[1], out[1])
	VSHUFI64X2(U8(0xdd), t[3], t[1], out[3])
}

// words transposes the 8×8 words of z0 to z7, leaving word i of each in
// z[24+i].
func words() {
	for i := 0; i < 8; i += 2 {
		VPUNPCKLQDQ(z[i+1], z[i], z[8+i/2])
		VPUNPCKHQDQ(z[i+1], z[i], z[12+i/2])
	}
	lanes(z[8:12], z[16:20], []VecPhysical{Z24, Z26, Z28, Z30})
	lanes(z[12:16], z[16:20], []VecPhysical{Z25, Z27, Z29, Z31})
}

func split64() {
	TEXT("split64AVX512", NOSPLIT, "func(planes *byte, keys *uint64)")
	Pragma("noescape")
	Doc("split64AVX512 is split64Generic.")
	planes, keys := pointer("planes"), pointer("keys")
	bytes := control("transpose", transposeBytes)
	VMOVDQU64(bytes, Z20)
	for half := range 2 {
		for i := range 8 {
			VPERMB(Mem{Base: keys, Disp: 512*half + 64*i}, Z20, z[i])
		}
		words()
		for i := range 8 {
			VMOVDQU64(z[24+i], Mem{Base: planes, Disp: plane*i + 64*half})
		}
	}
	VZEROUPPER()
	RET()
}

func split32() {
	TEXT("split32AVX512", NOSPLIT, "func(planes *byte, keys *uint32)")
	Pragma("noescape")
	Doc("split32AVX512 is split32Generic.")
	planes, keys := pointer("planes"), pointer("keys")
	bytes := control("gather", func(i int) int { return i%16*4 + i/16 })
	VMOVDQU64(bytes, Z20)
	for half := range 2 {
		for i := range 4 {
			VPERMB(Mem{Base: keys, Disp: 256*half + 64*i}, Z20, z[i])
		}
		lanes(z[0:4], z[16:20], z[24:28])
		for i := range 4 {
			VMOVDQU64(z[24+i], Mem{Base: planes, Disp: plane*i + 64*half})
		}
	}
	VZEROUPPER()
	RET()
}

func join() {
	TEXT("joinAVX512", NOSPLIT, "func(hashes *uint64, planes *byte)")
	Pragma("noescape")
	Doc("joinAVX512 is joinGeneric.")
	hashes, planes := pointer("hashes"), pointer("planes")
	bytes := control("transposeBack", transposeBytes)
	VMOVDQU64(bytes, Z20)
	for half := range 2 {
		for i := range 8 {
			VMOVDQU64(Mem{Base: planes, Disp: plane*i + 64*half}, z[i])
		}
		words()
		for i := range 8 {
			VPERMB(z[24+i], Z20, z[24+i])
			VMOVDQU64(z[24+i], Mem{Base: hashes, Disp: 512*half + 64*i})
		}
	}
	VZEROUPPER()
	RET()
}

// indices loads the two halves of a plane into Z16 and Z17, their top bits
// into K1 and K2 and the complements of these into K3 and K4.
func indices(from GPVirtual) {
	VMOVDQU64(Mem{Base: from}, Z16)
	VMOVDQU64(Mem{Base: from, Disp: 64}, Z17)
	VPMOVB2M(Z16, K1)
	VPMOVB2M(Z17, K2)
	KNOTQ(K1, K3)
	KNOTQ(K2, K4)
}

// look joins to Z[a] and Z[b] what the two halves find in the table at disp.
func look(table GPVirtual, disp int, a, b VecPhysical) {
	for i := range 4 {
		VMOVDQU64(Mem{Base: table, Disp: disp + 64*i}, z[18+i])
	}
	for _, h := range []struct {
		index, low, high, sum VecPhysical
		isHigh, isLow         OpmaskPhysical
	}{{Z16, Z22, Z23, a, K1, K3}, {Z17, Z24, Z25, b, K2, K4}} {
		VMOVDQA64(h.index, h.low)
		VMOVDQA64(h.index, h.high)
		VPERMI2B_Z(Z19, Z18, h.isLow, h.low)
		VPERMI2B_Z(Z21, Z20, h.isHigh, h.high)
		VPTERNLOGQ(U8(0x96), h.low, h.high, h.sum)
	}
}

func tabulate() {
	TEXT("tabulateAVX512", NOSPLIT, "func(sums, planes, tables *byte, n, add int)")
	Pragma("noescape")
	Doc("tabulateAVX512 is tabulateGeneric; add is 1 for true.")
	sums, planes, tables, n := pointer("sums"), pointer("planes"), pointer("tables"), pointer("n")
	add := pointer("add")
	for i := range 16 {
		VPXORQ(z[i], z[i], z[i])
	}
	TESTQ(add, add)
	JZ(LabelRef("next"))
	for i := range 16 {
		VMOVDQU64(Mem{Base: sums, Disp: 64 * i}, z[i])
	}
	Label("next")
	indices(planes)
	for o := range 8 {
		look(tables, 256*o, z[2*o], z[2*o+1])
	}
	ADDQ(U32(plane), planes)
	ADDQ(U32(8*256), tables)
	DECQ(n)
	JNZ(LabelRef("next"))
	for i := range 16 {
		VMOVDQU64(z[i], Mem{Base: sums, Disp: 64 * i})
	}
	VZEROUPPER()
	RET()
}

func substitute() {
	TEXT("substituteAVX512", NOSPLIT, "func(out, planes, tables *byte, n int)")
	Pragma("noescape")
	Doc("substituteAVX512 is substituteGeneric.")
	out, planes, tables, n := pointer("out"), pointer("planes"), pointer("tables"), pointer("n")
	Label("next")
	indices(planes)
	VPXORQ(Z0, Z0, Z0)
	VPXORQ(Z1, Z1, Z1)
	look(tables, 0, Z0, Z1)
	VMOVDQU64(Z0, Mem{Base: out})
	VMOVDQU64(Z1, Mem{Base: out, Disp: 64})
	ADDQ(U32(plane), out)
	ADDQ(U32(plane), planes)
	ADDQ(U32(256), tables)
	DECQ(n)
	JNZ(LabelRef("next"))
	VZEROUPPER()
	RET()
}

func twist() {
	TEXT("twistAVX512", NOSPLIT, "func(head, planes, tables *byte, n int)")
	Pragma("noescape")
	Doc("twistAVX512 is twistGeneric.")
	head, planes, tables, n := pointer("head"), pointer("planes"), pointer("tables"), pointer("n")
	VMOVDQU64(Mem{Base: head}, Z0)
	VMOVDQU64(Mem{Base: head, Disp: 64}, Z1)
	Label("next")
	indices(planes)
	look(tables, 0, Z0, Z1)
	ADDQ(U32(plane), planes)
	ADDQ(U32(256), tables)
	DECQ(n)
	JNZ(LabelRef("next"))
	VMOVDQU64(Z0, Mem{Base: head})
	VMOVDQU64(Z1, Mem{Base: head, Disp: 64})
	VZEROUPPER()
	RET()
}
