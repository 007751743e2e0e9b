package bench

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/serve"
)

// BenchmarkServe asks the HTTP server over loopback for positions of games, each several times,
// with twelve moves and the top games, from a warm index of 20,000 games. Client
// and server share the processors: 16 connections as fast as they can, then at half
// of that rate.
//
//	go test -run '^$' -bench Serve -benchtime 1x
func BenchmarkServe(b *testing.B) {
	for _, t := range gameTexts(b, "masters-20k", 20_000) {
		b.Run("text="+t.name, func(b *testing.B) { benchmarkServe(b, t) })
	}
}

func benchmarkServe(b *testing.B, t gameText) {
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	store, err := flat.Open(b.TempDir(), flat.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	ix, err := chessindex.Open(ctx, store, chessindex.Options{})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := ix.Import(ctx, index.ImportOptions{}, index.Input{Name: t.name,
		Reader: bytes.NewReader(t.text)}); err != nil {
		b.Fatal(err)
	}
	server, err := serve.New(serve.Options{Index: ix})
	if err != nil {
		b.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	go server.Serve(ctx, l)
	urls := positionURLs(b, ix, "http://"+l.Addr().String())
	m := rounds{}
	for b.Loop() {
		answers, _ := ask(b, urls, 3*time.Second, 0)
		m.add("answers/s", answers)
		half, times := ask(b, urls, 3*time.Second, answers/2)
		slices.Sort(times)
		m.add("half-answers/s", half)
		m.add("half-p50-ms", times[len(times)/2].Seconds()*1e3)
		m.add("half-p99-ms", times[len(times)*99/100].Seconds()*1e3)
	}
	m.report(b)
	m.row("explorer answers over loopback, "+t.games(), cell{"%.0f a second", "answers/s"}, cell{}, "")
	m.row("… at half of that, 99 %, "+t.games(), cell{"below %.1f ms", "half-p99-ms"}, cell{}, "")
}

// positionURLs returns questions about the first 24 plies of 500 games, or if there are fewer, of these several times.
func positionURLs(b *testing.B, ix *index.Index, base string) (urls []string) {
	m, err := ix.Manifest(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for n := range int64(500) {
		g, err := ix.Game(b.Context(), n*7%m.Games)
		if err != nil {
			b.Fatal(err)
		}
		p, err := ix.Position(g.Start)
		if err != nil {
			b.Fatal(err)
		}
		for _, word := range g.Moves[:min(24, len(g.Moves))] {
			urls = append(urls, base+"/masters?fen="+url.QueryEscape(p.String()))
			p.Make(word)
		}
	}
	return urls
}

// ask asks over 16 connections for a while, at a rate or, if that is 0, as fast as it
// can. It returns the answers a second and the time of each.
func ask(b *testing.B, urls []string, long time.Duration, rate float64) (float64, []time.Duration) {
	const connections = 16
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections}}
	defer client.CloseIdleConnections()
	var next atomic.Int64
	var wg sync.WaitGroup
	times := make([][]time.Duration, connections)
	begin := time.Now()
	for c := range connections {
		wg.Go(func() {
			for {
				n := next.Add(1)
				var due time.Time
				if rate > 0 {
					due = begin.Add(time.Duration(float64(n) / rate * 1e9))
					time.Sleep(time.Until(due))
				} else {
					due = time.Now()
				}
				if time.Since(begin) > long {
					return
				}
				resp, err := client.Get(urls[int(n)*7919%len(urls)])
				if err != nil {
					b.Error(err)
					return
				}
				if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK {
					b.Errorf("status %d, %v", resp.StatusCode, err)
				}
				resp.Body.Close()
				times[c] = append(times[c], time.Since(due))
			}
		})
	}
	wg.Wait()
	all := slices.Concat(times...)
	return float64(len(all)) / time.Since(begin).Seconds(), all
}
