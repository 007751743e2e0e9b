package mmap

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// advise requests huge pages. [Region.Huge] shows whether the system granted them.
func advise(b []byte) { _ = syscall.Madvise(b, syscall.MADV_HUGEPAGE) }

// Huge returns how many bytes of the region lie in huge pages, from the
// kernel's own account; ok is false if it cannot be read.
func (r *Region) Huge() (n int64, ok bool) {
	if len(r.words) == 0 {
		return 0, false
	}
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		return 0, false
	}
	defer f.Close()
	first := uint64(uintptr(unsafe.Pointer(&r.words[0])))
	last := first + uint64(len(r.words))*8
	inside := false
	for s := bufio.NewScanner(f); s.Scan(); {
		if value, found := bytes.CutPrefix(s.Bytes(), []byte("AnonHugePages:")); found {
			if inside {
				kib, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(string(value)), " kB"), 10, 64)
				if err != nil {
					return 0, false
				}
				n, ok = n+kib<<10, true
			}
			continue
		}
		// A mapping begins with its addresses, "7f1200000000-7f1240000000 rw-p …".
		var from, to uint64
		if c, err := fmt.Sscanf(s.Text(), "%x-%x ", &from, &to); c == 2 && err == nil {
			inside = from < last && to > first
		}
	}
	return min(n, int64(len(r.words))*8), ok
}

// Available returns how many bytes the process can still get: the kernel's estimate, or the rest of
// the control group's limit if that is less. ok is false if neither can be read.
func Available() (n int64, ok bool) {
	const group = "/sys/fs/cgroup/"
	kib, ok := number("/proc/meminfo", "MemAvailable:")
	n = kib << 10
	limit, limited := number(group+"memory.max", "")
	used, known := number(group+"memory.current", "")
	if limited && known {
		// Cached files count as used, but are dropped when memory runs short.
		active, _ := number(group+"memory.stat", "active_file ")
		inactive, _ := number(group+"memory.stat", "inactive_file ")
		if rest := max(0, limit-used+active+inactive); !ok || rest < n {
			n, ok = rest, true
		}
	}
	return n, ok
}

// number reads the number after a prefix of a line of a file.
func number(name, prefix string) (int64, bool) {
	b, err := os.ReadFile(name)
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(b)) {
		if value, found := strings.CutPrefix(line, prefix); found {
			n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
