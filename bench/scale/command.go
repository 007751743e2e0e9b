//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// group is a control group that limits the memory of the commands in it.
type group struct{ dir, procs, peak string }

// newGroup makes one, of version 1 or 2, whichever the system has.
func newGroup(limit int64) (*group, error) {
	name := fmt.Sprintf("zobrist-scale-%d", os.Getpid())
	for _, v := range []struct{ root, limit, peak string }{
		{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.max_usage_in_bytes"},
		{"/sys/fs/cgroup", "memory.max", "memory.peak"},
	} {
		if _, err := os.Stat(filepath.Join(v.root, "cgroup.procs")); err != nil {
			continue
		}
		dir := filepath.Join(v.root, name)
		if err := os.Mkdir(dir, 0o777); err != nil {
			return nil, err
		}
		g := &group{dir, filepath.Join(dir, "cgroup.procs"), filepath.Join(dir, v.peak)}
		if err := os.WriteFile(filepath.Join(dir, v.limit), strconv.AppendInt(nil, limit, 10), 0o666); err != nil {
			return nil, errors.Join(err, g.remove())
		}
		return g, nil
	}
	return nil, errors.New("no control groups at /sys/fs/cgroup")
}

func (g *group) remove() error { return os.Remove(g.dir) }

// command returns the command zobrist with arguments, in the group. Kill its process group.
func (s *settings) command(ctx context.Context, args ...string) *exec.Cmd {
	args = append([]string{s.program}, args...)
	if s.group != nil {
		args = append([]string{"sh", "-c", `echo $$ >"$0" && exec "$@"`, s.group.procs}, args...)
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// run is what a command took.
type run struct {
	wall, cpu time.Duration
	memory    int64 // the most that was the process's own: anonymous, not files
	disk      int64 // the most that a folder took
}

func (r run) String() string {
	return fmt.Sprintf("%s, processor %s, own memory at most %s",
		r.wall.Round(time.Second/10), r.cpu.Round(time.Second/10), size(r.memory))
}

// do runs the command, with its standard output in answer as JSON unless that is nil. It watches
// memory ten times a second and, if folder is not "", the folder's size once a second.
func (s *settings) do(ctx context.Context, answer any, folder string, args ...string) (r run, err error) {
	cmd := s.command(ctx, args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return r, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	tick := time.NewTicker(time.Second / 10)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case err = <-ended:
			r.wall = time.Since(start)
			r.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
			if err != nil {
				return r, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
			}
			if answer != nil {
				return r, json.Unmarshal(out.Bytes(), answer)
			}
			return r, nil
		case <-tick.C:
			r.memory = max(r.memory, own(cmd.Process.Pid))
			if folder != "" && n%10 == 0 {
				r.disk = max(r.disk, used(folder))
			}
		}
	}
}

// own returns the anonymous memory of a process, 0 if it has ended.
func own(pid int) int64 {
	f, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if text, ok := strings.CutPrefix(lines.Text(), "RssAnon:"); ok {
			kb, _ := strconv.ParseInt(strings.Fields(text)[0], 10, 64)
			return kb << 10
		}
	}
	return 0
}

// used returns the bytes that the files of a folder take on disk.
func used(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // removed meanwhile
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			n += info.Sys().(*syscall.Stat_t).Blocks * 512
		}
		return nil
	})
	return n
}
