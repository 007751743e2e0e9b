//go:build !purego

package tabulation

import "golang.org/x/sys/cpu"

// hasVBMI reports whether the processor and the system have the instructions of the kernels.
var hasVBMI = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI

// planesWin reports whether batches are hashed by planes; tests set it.
var planesWin = hasVBMI

func split64(planes *[8]plane, keys *[blockKeys]uint64) {
	if hasVBMI {
		split64AVX512(&planes[0][0], &keys[0])
	} else {
		split64Generic(planes, keys)
	}
}

func split32(planes *[4]plane, keys *[blockKeys]uint32) {
	if hasVBMI {
		split32AVX512(&planes[0][0], &keys[0])
	} else {
		split32Generic(planes, keys)
	}
}

func join(hashes *[blockKeys]uint64, planes *[8]plane) {
	if hasVBMI {
		joinAVX512(&hashes[0], &planes[0][0])
	} else {
		joinGeneric(hashes, planes)
	}
}

func tabulate8(sums *[8]plane, planes []plane, tables []byte, add bool) {
	if !hasVBMI {
		tabulateGeneric(sums, planes, tables, add)
		return
	}
	_ = tables[len(planes)*8*256-1]
	n := 0
	if add {
		n = 1
	}
	tabulateAVX512(&sums[0][0], &planes[0][0], &tables[0], len(planes), n)
}

func substitute(out, planes []plane, tables []byte) {
	if !hasVBMI {
		substituteGeneric(out, planes, tables)
		return
	}
	_, _ = out[len(planes)-1], tables[len(planes)*256-1]
	substituteAVX512(&out[0][0], &planes[0][0], &tables[0], len(planes))
}

func twist(head *plane, planes []plane, tables []byte) {
	if !hasVBMI {
		twistGeneric(head, planes, tables)
		return
	}
	_ = tables[len(planes)*256-1]
	twistAVX512(&head[0], &planes[0][0], &tables[0], len(planes))
}
