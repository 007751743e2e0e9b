package flat_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

func init() {
	children["limited"] = childLimited
	children["mounted"] = childMounted
}

// faultTrials is how often a step is made with another amount of room.
func faultTrials() int {
	if os.Getenv("ZOBRIST_LONG") != "" {
		return 40
	}
	return 1
}

// childLimited makes steps while no file may become longer than some bytes, and then
// without a limit.
func childLimited(dir string, args []string) error {
	signal.Ignore(syscall.SIGXFSZ) // the system then returns an error
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	return refused(dir, args[0], func(room int64) error {
		return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(room), Max: limit.Max})
	}, func() error { return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit) })
}

// childMounted makes steps on a small disk that is full except for some bytes, then on one
// that cannot be written, and then without hindrance.
func childMounted(dir string, args []string) error {
	disk := filepath.Join(dir, "disk")
	err := errors.Join(os.Mkdir(disk, 0o777), syscall.Mount("", "/", "", syscall.MS_PRIVATE|syscall.MS_REC, ""),
		syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=40m"))
	if err != nil {
		fmt.Println("no mount:", err)
		return nil
	}
	filler := filepath.Join(dir, "disk", "filler")
	db := filepath.Join(disk, "index")
	if err := refused(db, args[0], func(room int64) error {
		var stat syscall.Statfs_t
		if err := syscall.Statfs(disk, &stat); err != nil {
			return err
		}
		f, err := os.Create(filler)
		if err != nil {
			return err
		}
		if size := int64(stat.Bavail)*int64(stat.Bsize) - room; size > 0 {
			err = syscall.Fallocate(int(f.Fd()), 0, 0, size)
		}
		return errors.Join(err, f.Close())
	}, func() error { return os.Remove(filler) }); err != nil {
		return err
	}
	return readOnly(disk, db)
}

// refused makes all steps. Each is made with too little room first, again and again:
// it must fail with an error, and the index must answer as before.
func refused(dir, trials string, little func(room int64) error, enough func() error) error {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(3, 3))
	failed, done := 0, 0
	most, err := strconv.Atoi(trials)
	if err != nil {
		return err
	}
	for n, t := range steps {
		s, err := flat.Open(dir, flat.Options{})
		if err != nil {
			return err
		}
		old, err := answers(emptied{s})
		if err != nil {
			return err
		}
		for range most {
			if err := little(int64(rng.IntN(1 << (8 + rng.IntN(14))))); err != nil {
				return err
			}
			err := t.apply(ctx, s, crash)
			if err := enough(); err != nil {
				return err
			}
			if err == nil {
				done++
				break
			}
			if failed++; !errors.Is(err, syscall.EFBIG) && !errors.Is(err, syscall.ENOSPC) {
				return fmt.Errorf("step %d without room: %w", n, err)
			}
			got, err := answers(emptied{s})
			if err != nil || got != old {
				return fmt.Errorf("step %d without room: other answers: %s; error %w", n, difference(got, old), err)
			}
		}
		if err := errors.Join(t.apply(ctx, s, crash), verify(ctx, s)); err != nil {
			return fmt.Errorf("step %d: %w", n, err)
		}
		if _, left, err := s.Size(ctx); err != nil || left != 0 {
			return fmt.Errorf("step %d: %d bytes are left, error %w", n, left, err)
		}
		if err := s.Close(); err != nil {
			return err
		}
	}
	fmt.Println("failed", failed, "done", done)
	return nil
}

// readOnly asks an index on a disk that cannot be written.
func readOnly(disk, db string) error {
	ctx := context.Background()
	if err := syscall.Mount("", disk, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		return err
	}
	for _, o := range []flat.Options{{}, {ReadOnly: true}} {
		s, err := flat.Open(db, o)
		if err != nil {
			return err
		}
		if _, err := answers(s); err != nil {
			return err
		}
		if _, _, err := s.Size(ctx); err != nil {
			return err
		}
		_, err = s.Begin(ctx, config, index.BuildOptions{})
		if !errors.Is(err, syscall.EROFS) && !errors.Is(err, os.ErrPermission) {
			return fmt.Errorf("a build on a disk that cannot be written: %w", err)
		}
		_, err = s.Remove(ctx, index.Filter{}, nil)
		if !errors.Is(err, syscall.EROFS) && !errors.Is(err, os.ErrPermission) {
			return fmt.Errorf("a removal on a disk that cannot be written: %w", err)
		}
		if err := s.Close(); err != nil {
			return err
		}
	}
	return nil
}

// TestFullDisk makes steps with too little room: no file may be longer than some
// bytes, or the disk is full. The second part reads an index on a disk that cannot be
// written, too.
func TestFullDisk(t *testing.T) {
	for _, name := range []string{"limited", "mounted"} {
		t.Run(name, func(t *testing.T) {
			if name == "limited" {
				oracle.Full(t, "files of limited length")
			}
			cmd := exec.Command(os.Args[0], t.TempDir(), fmt.Sprint(faultTrials()))
			cmd.Env = append(os.Environ(), childVariable+"="+name)
			if name == "mounted" {
				cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
					UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
					GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}}
			}
			text, err := cmd.CombinedOutput()
			if name == "mounted" && (errors.Is(err, os.ErrPermission) || strings.Contains(string(text), "no mount:")) {
				t.Skipf("left out: a small disk, because this user may not mount one: %v %s", err, text)
			}
			var failed, done int
			_, scan := fmt.Sscanf(string(text), "failed %d done %d", &failed, &done)
			if err != nil || scan != nil {
				t.Fatalf("%v: %s", err, text)
			}
			t.Logf("%d steps failed, %d had room", failed, done)
			if failed < len(steps)/3 { // the room is random
				t.Errorf("%d steps failed", failed)
			}
		})
	}
}
