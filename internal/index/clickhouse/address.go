package clickhouse

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/internal/system/interrupt"
)

// Scheme begins the address of an index on a cluster.
const Scheme = "clickhouse://"

const passwordInAddress = "it contains a password; give it by " + passwordVariable + " or by password-file"

// Environment variables for what should not stand in an address.
const (
	userVariable     = "ZOBRIST_CLICKHOUSE_USER"
	passwordVariable = "ZOBRIST_CLICKHOUSE_PASSWORD"
)

// An Address says where an index is: the servers to ask first, and its database.
type Address struct {
	Hosts    []string // host:port of any servers of the cluster
	Database string
	Cluster  string // its name in the servers' configuration
	User     string
	password string // unexported, so that nothing prints it
	TLS      *tls.Config
}

// IsAddress reports whether a text begins with [Scheme], in any case (RFC 3986, section 3.1).
func IsAddress(text string) bool {
	return len(text) >= len(Scheme) && strings.EqualFold(text[:len(Scheme)], Scheme)
}

// ParseAddress reads an address, and the files that it names unless ctx ends first:
//
//	clickhouse://[USER@]HOST[:PORT][,HOST[:PORT]…]/DATABASE[?OPTION=VALUE&…]
//
// The port is 9000 by default, 9440 with TLS. Options are cluster, the name of the
// cluster in the servers' configuration (default "zobrist"); secure=true, which
// encrypts the connections; ca, a file of certificates in PEM to believe in place
// of the system's; and password-file, a file whose first line is the password.
// Otherwise the user and the password come from the environment variables
// ZOBRIST_CLICKHOUSE_USER and ZOBRIST_CLICKHOUSE_PASSWORD, or "default" and none. An
// address that contains a password is refused: addresses are printed and logged.
func ParseAddress(ctx context.Context, text string) (Address, error) {
	a := Address{Cluster: "zobrist", User: os.Getenv(userVariable), password: os.Getenv(passwordVariable)}
	bad := func(format string, args ...any) (Address, error) {
		return Address{}, fmt.Errorf("clickhouse: address: "+format, args...)
	}
	if !IsAddress(text) {
		return bad("it does not begin with %s", Scheme)
	}
	rest := text[len(Scheme):]
	rest, query, _ := strings.Cut(rest, "?")
	servers, database, _ := strings.Cut(rest, "/")
	// A password may contain any of the signs that divide an address. So no error shows what
	// stands before an @, unless that is a whole address itself.
	doubtful := !strings.Contains(rest, "@") && strings.Contains(query, "@")
	if at := strings.LastIndex(rest, "@"); at >= 0 {
		user := rest[:at]
		switch {
		case strings.Contains(user, ":"):
			return bad("%s", passwordInAddress)
		case strings.ContainsAny(user, "/@"):
			return bad("the user before the @ contains / or @; write %%2F and %%40, and the password by %s",
				passwordVariable)
		}
		var err error
		if a.User, err = url.PathUnescape(user); err != nil {
			return bad("the user before the @ contains a %% without two hexadecimal digits; write %%25")
		}
		servers, database, _ = strings.Cut(rest[at+1:], "/")
	}
	if a.User == "" {
		a.User = "default"
	}
	switch {
	case slices.ContainsFunc(ownDatabases, func(own string) bool { return strings.EqualFold(own, database) }):
		return bad("%s is a database of ClickHouse itself; name another one, which the first build makes", database)
	case isName(database):
	case doubtful:
		return bad("%s", passwordInAddress)
	default:
		return bad("%q is not the name of a database; write %shost:9000/games", database, Scheme)
	}
	a.Database = database
	if err := a.setOptions(ctx, query); err != nil {
		return bad("%w", err)
	}
	port := "9000"
	if a.TLS != nil {
		port = "9440"
	}
	for host := range strings.SplitSeq(servers, ",") {
		if _, _, err := net.SplitHostPort(host); err != nil {
			host = net.JoinHostPort(strings.Trim(host, "[]"), port)
		}
		name, p, err := net.SplitHostPort(host)
		if _, number := strconv.ParseUint(p, 10, 16); err != nil || name == "" || number != nil {
			if doubtful {
				return bad("%s", passwordInAddress)
			}
			return bad("%q is not a host; write %shost:9000,host2:9000/games", host, Scheme)
		}
		a.Hosts = append(a.Hosts, host)
	}
	return a, nil
}

// ownDatabases are those that every server has. In the database default a build could take tables of
// others for its own.
var ownDatabases = []string{"default", "system", "information_schema", "_temporary_and_external_tables"}

// maxFile is the most bytes that a file of certificates or of a password may have.
const maxFile = 1 << 20

// setOptions reads the options after the question mark.
func (a *Address) setOptions(ctx context.Context, query string) error {
	options, err := url.ParseQuery(query)
	if err != nil {
		return errors.New("options: write name=value, with & between them")
	}
	var authorities string
	for name, values := range options {
		value := values[len(values)-1]
		switch name {
		case "cluster":
			if a.Cluster = value; value == "" {
				return errors.New("cluster: no name")
			}
		case "secure":
			switch value {
			case "true":
				a.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
			case "false":
			default:
				return fmt.Errorf("secure: true or false, not %q", value)
			}
		case "ca":
			authorities = value
		case "password-file":
			text, err := interrupt.ReadFile(ctx, value, maxFile)
			if err != nil {
				return fmt.Errorf("password-file: %w", err)
			}
			line, _, _ := strings.Cut(string(text), "\n")
			a.password = strings.TrimSuffix(line, "\r")
		default:
			return errors.New("unknown option; there are cluster, secure, ca and password-file")
		}
	}
	if authorities == "" {
		return nil
	}
	if a.TLS == nil {
		return errors.New("ca: needs secure=true")
	}
	text, err := interrupt.ReadFile(ctx, authorities, maxFile)
	if err != nil {
		return fmt.Errorf("ca: %w", err)
	}
	a.TLS.RootCAs = x509.NewCertPool()
	if !a.TLS.RootCAs.AppendCertsFromPEM(text) {
		return fmt.Errorf("ca: there is no certificate in %s", authorities)
	}
	return nil
}

// isName reports whether a name has letters and digits alone, as a name in SQL and in a path may have. It may be a
// word of SQL, such as select.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != "" && len(s) <= 64
}

// String returns the address without user and options.
func (a Address) String() string { return Scheme + strings.Join(a.Hosts, ",") + "/" + a.Database }
