package oracle_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// cat says what it hears.
func cat(tb testing.TB) *oracle.Peer { return oracle.Start(tb, oracle.Program(tb, "cat", "coreutils")) }

func parrot(tb testing.TB) *oracle.Peer {
	return oracle.Serve(tb, func(in io.Reader, out io.Writer) error {
		_, err := io.Copy(out, in)
		return err
	})
}

func TestPeer(t *testing.T) {
	for name, start := range map[string]func(testing.TB) *oracle.Peer{"cat": cat, "parrot": parrot} {
		t.Run(name, func(t *testing.T) {
			p := start(t)
			p.Send("one\n\ntwo %d", 2)
			p.Send("three")
			if line := p.Line(); line != "one" {
				t.Errorf("the first line is %q", line)
			}
			if lines := p.Until("tw"); !slices.Equal(lines, []string{"", "two 2"}) {
				t.Errorf("up to the second line: %q", lines)
			}
			long := strings.Repeat("x", 1<<17)
			p.Send("%s", long)
			if lines := p.Until("x"); len(lines) != 2 || lines[0] != "three" || lines[1] != long {
				t.Errorf("%d lines instead of %q and a long one", len(lines), "three")
			}
			// More than pipes hold: nobody waits for the other.
			for n := range 20000 {
				p.Send("line %d", n)
			}
			if lines := p.Until("line 19999"); len(lines) != 20000 || lines[0] != "line 0" {
				t.Errorf("heard %d lines, the first %q", len(lines), lines[0])
			}
		})
	}
}

// recorder is a test that is meant to fail.
type recorder struct {
	testing.TB
	failures []string
	cleanups []func()
}

func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Errorf(s string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(s, args...))
}
func (r *recorder) Error(args ...any)            { r.Errorf("%s", fmt.Sprint(args...)) }
func (r *recorder) Fatalf(s string, args ...any) { r.Errorf(s, args...); runtime.Goexit() }
func (r *recorder) Fatal(args ...any)            { r.Fatalf("%s", fmt.Sprint(args...)) }

func TestPeerFails(t *testing.T) {
	program := func(name string, args ...string) func(testing.TB) *oracle.Peer {
		path := oracle.Program(t, name, "coreutils")
		return func(tb testing.TB) *oracle.Peer { return oracle.Start(tb, path, args...) }
	}
	for _, test := range []struct {
		name  string
		start func(testing.TB) *oracle.Peer
		talk  func(*oracle.Peer)
		want  []string // what each failure contains
	}{
		{"silence", cat, func(p *oracle.Peer) {
			defer func() { p.Patience = time.Minute }()
			p.Patience = 50 * time.Millisecond
			p.Until("x")
		}, []string{`no line "x"… in 50ms`}},
		{"end", program("true"), func(p *oracle.Peer) { p.Line() }, []string{`ended before a line`}},
		{"status", program("false"), func(p *oracle.Peer) {}, []string{"exit status 1"}},
		{"stays", program("sleep", "1000"), func(p *oracle.Peer) { p.Patience = 50 * time.Millisecond }, []string{"killed"}},
		{"absent", func(tb testing.TB) *oracle.Peer { return oracle.Start(tb, "/no/such/program") }, nil,
			[]string{"no such"}},
		{"error", func(tb testing.TB) *oracle.Peer {
			return oracle.Serve(tb, func(io.Reader, io.Writer) error { return errors.New("bad day") })
		}, func(p *oracle.Peer) { p.Send("hello") }, []string{`send "hello"`, "bad day"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := &recorder{TB: t}
			end := make(chan bool)
			go func() {
				defer close(end)
				test.talk(test.start(r))
			}()
			<-end
			for _, f := range r.cleanups {
				f()
			}
			if !slices.EqualFunc(r.failures, test.want, strings.Contains) {
				t.Errorf("reports %q, want %q", r.failures, test.want)
			}
		})
	}
}
