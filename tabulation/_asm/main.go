// Command asm writes the amd64 kernels of package tabulation.
//
// Byte planes: plane c of a block of 256 keys holds byte c of every key, so that one permutation instruction looks up
// 64 keys in a table of 128 bytes. A table of 256 bytes is kept as its lower half and the difference of the upper
// half to it. A look-up is then two permutations, the second masked by the top bit of the index, and an exclusive or
// of three operands. Four outputs are made at a time for four times 64 keys: sixteen registers of sums, with every
// table loaded once a block. planes.go of the package says what the kernels do.
//
// Pairs, in pairs.go: families with entries of two words, for processors that cannot permute bytes.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	plane    = 256 // bytes of a plane: a block's keys
	quarters = 4   // of a plane, 64 keys each
	outputs  = 4   // of tabulate at a time
)

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

// control defines the 64 bytes that make a byte permutation take byte i from from(i).
func control(name string, from func(i int) int) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := range 64 {
		DATA(i, U8(from(i)))
	}
	return m
}

// lanes sets out[i] to lane i of each of four registers: a 4×4 transposition of 128-bit lanes. t are four spare
// registers.
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

func split64() {
	TEXT("split64AVX512", NOSPLIT, "func(planes *byte, keys *uint64)")
	Pragma("noescape")
	Doc("split64AVX512 is split64Generic.")
	planes, keys := pointer("planes"), pointer("keys")
	// Of sixteen keys, lane c gets byte c, or byte c + 4.
	VMOVDQU64(control("lowBytes", func(i int) int { return i%16*8 + i/16 }), Z20)
	VMOVDQU64(control("highBytes", func(i int) int { return i%16*8 + i/16 + 4 }), Z21)
	for quarter := range quarters {
		for i := range 4 {
			pair := Mem{Base: keys, Disp: 512*quarter + 128*i}
			VMOVDQU64(pair, z[0])
			VMOVDQU64(pair.Offset(64), z[1])
			VMOVDQA64(Z20, z[8+i])
			VMOVDQA64(Z21, z[12+i])
			VPERMI2B(z[1], z[0], z[8+i])
			VPERMI2B(z[1], z[0], z[12+i])
		}
		lanes(z[8:12], z[16:20], z[24:28])
		lanes(z[12:16], z[16:20], z[28:32])
		for i := range 8 {
			VMOVDQU64(z[24+i], Mem{Base: planes, Disp: plane*i + 64*quarter})
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
	for quarter := range quarters {
		for i := range 4 {
			VPERMB(Mem{Base: keys, Disp: 256*quarter + 64*i}, Z20, z[i])
		}
		lanes(z[0:4], z[16:20], z[24:28])
		for i := range 4 {
			VMOVDQU64(z[24+i], Mem{Base: planes, Disp: plane*i + 64*quarter})
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
	// Lane c of a pair of registers has byte c of sixteen hashes: the first eight of these, then the others.
	VMOVDQU64(control("firstHashes", func(i int) int { return i%8*16 + i/8 }), Z20)
	VMOVDQU64(control("otherHashes", func(i int) int { return i%8*16 + i/8 + 8 }), Z21)
	for quarter := range quarters {
		for i := range 8 {
			VMOVDQU64(Mem{Base: planes, Disp: plane*i + 64*quarter}, z[i])
		}
		lanes(z[0:4], z[16:20], z[8:12])
		lanes(z[4:8], z[16:20], z[12:16])
		for i := range 4 {
			VMOVDQA64(Z20, z[24+2*i])
			VMOVDQA64(Z21, z[25+2*i])
			VPERMI2B(z[12+i], z[8+i], z[24+2*i])
			VPERMI2B(z[12+i], z[8+i], z[25+2*i])
		}
		for i := range 8 {
			VMOVDQU64(z[24+i], Mem{Base: hashes, Disp: 512*quarter + 64*i})
		}
	}
	VZEROUPPER()
	RET()
}

var (
	index = []VecPhysical{Z16, Z17, Z18, Z19}
	upper = []OpmaskPhysical{K1, K2, K3, K4} // which indices have the top bit set
	table = []VecPhysical{Z20, Z21, Z22, Z23}
)

// indices loads the quarters of a plane.
func indices(from GPVirtual) {
	for q := range quarters {
		VMOVDQU64(Mem{Base: from, Disp: 64 * q}, index[q])
		VPMOVB2M(index[q], upper[q])
	}
}

// look combines with sums what the quarters find in the table at disp.
func look(tables GPVirtual, disp int, sums []VecPhysical) {
	for i := range table {
		VMOVDQU64(Mem{Base: tables, Disp: disp + 64*i}, table[i])
	}
	for q := range quarters {
		low, difference := z[24+2*q], z[25+2*q]
		VMOVDQA64(index[q], low)
		VMOVDQA64(index[q], difference)
		VPERMI2B(table[1], table[0], low)
		VPERMI2B_Z(table[3], table[2], upper[q], difference)
		VPTERNLOGQ(U8(0x96), low, difference, sums[q])
	}
}

// move loads registers from consecutive memory, or stores them.
func move(registers []VecPhysical, at GPVirtual, store bool) {
	for i, r := range registers {
		if m := (Mem{Base: at, Disp: 64 * i}); store {
			VMOVDQU64(r, m)
		} else {
			VMOVDQU64(m, r)
		}
	}
}

func tabulate() {
	TEXT("tabulateAVX512", NOSPLIT, "func(sums, planes, tables *byte, n, add int)")
	Pragma("noescape")
	Doc("tabulateAVX512 is tabulateGeneric; add is 1 for true.")
	sums, planes, tables, n := pointer("sums"), pointer("planes"), pointer("tables"), pointer("n")
	add := pointer("add")
	groups, from, left := GP64(), GP64(), GP64()
	MOVQ(U32(8/outputs), groups)
	Label("group")
	for i := range 16 {
		VPXORQ(z[i], z[i], z[i])
	}
	TESTQ(add, add)
	JZ(LabelRef("begin"))
	move(z[:16], sums, false)
	Label("begin")
	MOVQ(planes, from)
	MOVQ(n, left)
	Label("next")
	indices(from)
	for o := range outputs {
		look(tables, 256*o, z[4*o:4*o+4])
	}
	ADDQ(U32(plane), from)
	ADDQ(U32(outputs*256), tables)
	DECQ(left)
	JNZ(LabelRef("next"))
	move(z[:16], sums, true)
	ADDQ(U32(outputs*plane), sums)
	DECQ(groups)
	JNZ(LabelRef("group"))
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
	for i := range 4 {
		VPXORQ(z[i], z[i], z[i])
	}
	look(tables, 0, z[:4])
	move(z[:4], out, true)
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
	move(z[:4], head, false)
	Label("next")
	indices(planes)
	look(tables, 0, z[:4])
	ADDQ(U32(plane), planes)
	ADDQ(U32(256), tables)
	DECQ(n)
	JNZ(LabelRef("next"))
	move(z[:4], head, true)
	VZEROUPPER()
	RET()
}
