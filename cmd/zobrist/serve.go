package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/internal/system/regular"
	"github.com/zobrist-go/zobrist/polyglot"
	"github.com/zobrist-go/zobrist/serve"
)

// serveFlags are the flags of `zobrist serve`.
type serveFlags struct {
	indexFlags
	sample bool
	book   string
	evals  string // folder
	listen string
	alias  string // file
	origin string
	log    cli.Choice

	hosts, proxies       []string
	token, cert, certKey string
	clientLimit          int
	verify               time.Duration
	analysis, noAnalysis bool
}

func newServe(a *app) *cobra.Command {
	f := &serveFlags{log: cli.Choice{Value: "none", Names: []string{"none", "text", "json"}}}
	cmd := a.Command("serve", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		if !f.sample && f.db == "" && f.evals == "" {
			return cli.Usagef("give --db, the folder of an index, or --evals, or --sample", "nothing to serve")
		}
		missing := "--tls-key"
		if f.cert == "" {
			missing = "--tls-cert"
		}
		if (f.cert == "") != (f.certKey == "") {
			return cli.Usagef("give it as well", "%s is missing: --tls-cert and --tls-key are for use together", missing)
		}
		return a.serve(cmd.Context(), f)
	})
	flags := cmd.Flags()
	flags.StringVar(&f.db, "db", "", dbHelp)
	flags.StringVar(&f.keys, "keys", "", "`KEYS` of the index, if the name that it records does not suffice")
	flags.BoolVar(&f.sample, "sample", false, "show the sample of famous games that comes with this program")
	flags.StringVar(&f.book, "book", "", "`FILE` of a Polyglot book to show beside the games")
	flags.StringVar(&f.evals, "evals", "",
		"`FOLDER` of evaluations to show, and to answer programs by; without --db there are no games")
	flags.StringVar(&f.alias, "alias", "", "`FILE` of names of players that count as one; see zobrist index find --help")
	flags.StringVar(&f.listen, "listen", "127.0.0.1:8080", "`ADDRESS` and port; port 0 takes a free one")
	flags.StringVar(&f.origin, "origin", "", "`ORIGIN` of pages on other hosts that may ask, * for all (default: none)")
	flags.StringArrayVar(&f.hosts, "host", nil, "`NAME` of this server besides localhost and its addresses; repeatable")
	flags.StringVar(&f.token, "token-file", "", "`FILE` with the token that clients have to send")
	flags.StringVar(&f.cert, "tls-cert", "", "`FILE` of the certificate and its chain, in PEM form")
	flags.StringVar(&f.certKey, "tls-key", "", "`FILE` of the certificate's key, in PEM form")
	flags.StringArrayVar(&f.proxies, "proxy", nil,
		"`ADDRESS` or network of a proxy whose X-Forwarded-For is believed; repeatable")
	flags.IntVar(&f.clientLimit, "client-limit", 0, "requests at once that one client may have (default: no limit)")
	flags.DurationVar(&f.verify, "verify-every", 24*time.Hour,
		"verify the files of the index in the background every `TIME`; 0: never. /healthz shows damage")
	flags.BoolVar(&f.analysis, "analysis", false,
		"answer /analysis, a search on one processor for each client (default: only without --host and --proxy on loopback)")
	flags.BoolVar(&f.noAnalysis, "no-analysis", false, "do not answer /analysis")
	cli.Exclude(cmd, "analysis", "no-analysis")
	cli.Exclude(cmd, "db", "sample")
	flags.Var(&f.log, "log", "log of requests on standard error: none, text or json")
	return cmd
}

func (a *app) serve(ctx context.Context, f *serveFlags) error {
	address, _, _ := strings.Cut(f.db, "?") // options of a cluster are not part of the name
	name := filepath.Base(address)
	if f.sample || f.db == "" {
		text, named := "", "no games"
		if f.sample {
			text, named = sample.Famous(), "61 famous games"
		}
		folder, err := a.temporaryIndex(ctx, text)
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		f.db, name = folder, named
	}
	ix, s, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := f.forGame(ix.game); err != nil {
		return err
	}
	o := serve.Options{Index: ix.Index, Name: name, Version: cli.Version(), Origin: f.origin, Hosts: f.hosts,
		Log: a.logger(f.log.Value), Client: f.clientLimit}
	if !clickhouse.IsAddress(f.db) { // a cluster has checksums of its own
		o.Verify = f.verify
	}
	if err := f.protect(&o); err != nil {
		return err
	}
	if f.alias != "" {
		if o.Aliases, err = readAliases(ctx, f.alias); err != nil {
			return err
		}
	}
	if f.book != "" {
		book, err := polyglot.Open(f.book)
		if err != nil {
			return explainBook(err)
		}
		defer book.Close()
		o.Book, o.BookName = book, filepath.Base(f.book)
	}
	if f.evals != "" {
		db := evalFlags{f.evals}
		store, err := db.open()
		if err != nil {
			return err
		}
		defer store.Close()
		o.Evals = store
	}
	listener, url, err := f.listenTo(a, o.Token != "")
	if err != nil {
		return err
	}
	o.Analysis = !f.noAnalysis && (f.analysis || loopback(listener) && len(f.hosts)+len(f.proxies) == 0)
	server, err := serve.New(o)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	if err := errors.Join(a.Print(serveAnswer{url}), a.Out.Err()); err != nil {
		return errors.Join(err, listener.Close())
	}
	a.Remark("serving %s; Ctrl-C ends it", name)
	if err := server.Serve(ctx, listener); err != nil {
		return err
	}
	a.Remark("stopped")
	return nil
}

// forGame returns an error if a flag is given that is for chess, and the index holds another game.
func (f *serveFlags) forGame(g games.Game) error {
	if _, ok := g.(games.Boarder); ok {
		return nil
	}
	for _, flag := range []struct {
		name  string
		given bool
	}{{"--book", f.book != ""}, {"--evals", f.evals != ""}, {"--analysis", f.analysis}} {
		if flag.given {
			return cli.Usagef("leave it out", "%s is for chess, and the index holds %s", flag.name, g.About().Name)
		}
	}
	return nil
}

// loopback reports whether only programs on this machine reach a listener.
func loopback(l net.Listener) bool {
	at, ok := l.Addr().(*net.TCPAddr)
	return ok && at.IP.IsLoopback()
}

// listenTo opens the port, and returns the address of the page.
func (f *serveFlags) listenTo(a *app, token bool) (l net.Listener, url string, err error) {
	scheme := "http://"
	var certificate *certificate
	if f.cert != "" {
		scheme = "https://"
		warn := func(err error) { a.Warn("the old certificate stays in use: %v", err) }
		if certificate, err = openCertificate(f.cert, f.certKey, warn); err != nil {
			return nil, "", err
		}
	}
	if l, err = net.Listen("tcp", f.listen); err != nil {
		return nil, "", cli.Hint(err, "name another port by --listen, or port 0 for a free one")
	}
	host, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return nil, "", errors.Join(err, l.Close())
	}
	ip := net.ParseIP(host)
	if !loopback(l) {
		switch {
		case !token:
			a.Remark("warning: other machines can reach this server, and need no password; --token-file sets one")
		case certificate == nil:
			a.Remark("warning: other machines reach this server without encryption; use --tls-cert, or a proxy")
		}
	}
	if ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	if certificate != nil {
		l = tls.NewListener(l, &tls.Config{GetCertificate: certificate.get})
	}
	return l, scheme + net.JoinHostPort(host, port) + "/", nil
}

// protect sets the options that say who may send requests.
func (f *serveFlags) protect(o *serve.Options) error {
	if f.clientLimit < 0 {
		return cli.Usagef("give 0 for no limit", "invalid --client-limit %d", f.clientLimit)
	}
	for _, name := range f.hosts {
		if name == "" || strings.ContainsAny(name, "/: ") {
			return cli.Usagef("give a name such as games.example.org, without a scheme and a port", "invalid --host %q", name)
		}
	}
	for _, text := range f.proxies {
		p, err := netip.ParsePrefix(text)
		if ip, notNetwork := netip.ParseAddr(text); notNetwork == nil {
			p, err = ip.Prefix(ip.BitLen())
		}
		if err != nil {
			return cli.Usagef("give an address such as 127.0.0.1 or a network such as 10.0.0.0/8", "invalid --proxy %q", text)
		}
		o.Proxies = append(o.Proxies, p)
	}
	if f.token == "" {
		return nil
	}
	text, err := regular.ReadFile(f.token)
	if err != nil {
		return err
	}
	o.Token = strings.TrimSpace(string(text))
	if len(o.Token) < 16 || strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return cli.Hint(fmt.Errorf("%s: not a token: one line of 16 printable ASCII characters at least, without spaces",
			f.token), "make one by `openssl rand -hex 16`")
	}
	return nil
}

// serveAnswer is what `zobrist serve` prints when it is ready.
type serveAnswer struct {
	URL string `json:"url"`
}

func (s serveAnswer) Text(w io.Writer) { fmt.Fprintln(w, s.URL) }

// logger returns the log of requests.
func (a *app) logger(form string) *slog.Logger {
	switch form {
	case "text":
		return slog.New(slog.NewTextHandler(a.Err, nil))
	case "json":
		return slog.New(slog.NewJSONHandler(a.Err, nil))
	}
	return slog.New(slog.NewTextHandler(a.Err, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// temporaryIndex builds an index of games in a temporary folder, an empty one of "".
func (a *app) temporaryIndex(ctx context.Context, pgn string) (folder string, err error) {
	if folder, err = os.MkdirTemp("", "zobrist-serve-"); err != nil {
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
	ix, err := openGame(ctx, s, games.Chess, games.Options{Views: games.Chess.About().Views})
	if err != nil {
		return "", err
	}
	_, err = ix.Import(ctx, index.ImportOptions{}, index.Input{Name: "games.pgn", Reader: strings.NewReader(pgn)})
	return folder, err
}
