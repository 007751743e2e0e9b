package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/game/chess"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/polyglot"
	"github.com/zobrist-go/zobrist/serve"
)

// serveFlags are the flags of `zobrist serve`.
type serveFlags struct {
	indexFlags
	sample bool
	book   string
	listen string
	origin string
	log    choice
}

func newServe(a *app) *cobra.Command {
	f := &serveFlags{log: choice{"none", []string{"none", "text", "json"}}}
	cmd := &cobra.Command{
		Use:   "serve --db FOLDER [flags]",
		Short: "Show an index in the browser, and answer the Lichess explorer's queries",
		Long: `Show an index in the browser: a board, what was played, the games, and the audit
of anyone's keys. The paths /masters, /lichess and /player answer the queries of the
Lichess opening explorer; /openapi.json describes all of them.

The server only reads. It listens on this machine alone unless --listen says
otherwise. A new build of the index is shown without a restart. Ctrl-C ends it.`,
		Example: `  zobrist serve --sample
  zobrist serve --db games.db --book book.bin
  zobrist serve --db games.db --listen 0.0.0.0:8080 --log json`,
		Args: cobra.NoArgs,
		RunE: a.run(func(cmd *cobra.Command, _ []string) error {
			if !f.sample && f.db == "" {
				return usagef("", "give --db, the folder of an index, or --sample")
			}
			return a.serve(cmd.Context(), f)
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.db, "db", "", dbHelp)
	flags.StringVar(&f.keys, "keys", "", "`KEYS` of the index, if the name that it records does not suffice")
	flags.BoolVar(&f.sample, "sample", false, "show the sample of famous games that comes with this program")
	flags.StringVar(&f.book, "book", "", "`FILE` of a Polyglot book to show beside the games")
	flags.StringVar(&f.listen, "listen", "127.0.0.1:8080", "`ADDRESS` and port; port 0 takes a free one")
	flags.StringVar(&f.origin, "origin", "", "`ORIGIN` of pages on other hosts that may ask, * for all (default: none)")
	cmd.MarkFlagsMutuallyExclusive("db", "sample")
	flags.Var(&f.log, "log", "log of requests on standard error: none, text or json")
	return cmd
}

func (a *app) serve(ctx context.Context, f *serveFlags) error {
	address, _, _ := strings.Cut(f.db, "?") // options of a cluster are not part of the name
	name := filepath.Base(address)
	if f.sample {
		folder, err := a.sampleIndex(ctx)
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		f.db, name = folder, "61 famous games"
	}
	ix, s, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	o := serve.Options{Index: ix, Name: name, Version: buildVersion().Version, Origin: f.origin,
		Log: a.logger(f.log.value)}
	if f.book != "" {
		book, err := polyglot.Open(f.book)
		if err != nil {
			return err
		}
		defer book.Close()
		o.Book, o.BookName = book, filepath.Base(f.book)
	}
	server, err := serve.New(o)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", f.listen)
	if err != nil {
		return hint(err, "name another port by --listen, or port 0 for a free one")
	}
	url := "http://" + listener.Addr().String() + "/"
	if host, port, err := net.SplitHostPort(listener.Addr().String()); err == nil {
		if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
			url = "http://localhost:" + port + "/"
		}
		if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
			a.remark("warning: other machines can reach this server; it has no passwords")
		}
	}
	if err := errors.Join(a.print(serveAnswer{url}), a.out.err); err != nil {
		return errors.Join(err, listener.Close())
	}
	a.remark("serving %s; Ctrl-C ends it", name)
	if err := server.Serve(ctx, listener); err != nil {
		return err
	}
	a.remark("stopped")
	return nil
}

// serveAnswer is what `zobrist serve` prints when it is ready.
type serveAnswer struct {
	URL string `json:"url"`
}

func (s serveAnswer) plain(w io.Writer) { fmt.Fprintln(w, s.URL) }

func (s serveAnswer) text(w io.Writer) { fmt.Fprintln(w, s.URL) }

// logger returns the log of requests.
func (a *app) logger(form string) *slog.Logger {
	switch form {
	case "text":
		return slog.New(slog.NewTextHandler(a.err, nil))
	case "json":
		return slog.New(slog.NewJSONHandler(a.err, nil))
	}
	return slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// sampleIndex builds the index of the sample in a temporary folder.
func (a *app) sampleIndex(ctx context.Context) (folder string, err error) {
	if folder, err = os.MkdirTemp("", "zobrist-sample-"); err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(folder))
		}
	}()
	s, err := openStore(ctx, folder, false)
	if err != nil {
		return "", err
	}
	defer s.Close()
	ix, err := chessindex.Open(ctx, s, chessindex.Options{Views: chess.PawnView | chess.MaterialView})
	if err != nil {
		return "", err
	}
	games := chessindex.Input{Name: "famous.pgn", Reader: strings.NewReader(sample.Famous())}
	_, err = ix.Import(ctx, chessindex.ImportOptions{}, games)
	return folder, err
}
