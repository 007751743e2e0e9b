package serve

import (
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
)

// allow refuses a request that another site or a client without the token may have sent.
func (s *Server) allow(w http.ResponseWriter, r *http.Request) error {
	if !s.allowHost(r) {
		return failure{http.StatusMisdirectedRequest,
			fmt.Sprintf("misdirected request: this server does not answer for host %q; start it with --host to change that",
				r.Host)}
	}
	if s.o.Token != "" && r.Method != http.MethodOptions && !s.hasToken(r) { // a preflight carries no token
		w.Header().Set("WWW-Authenticate", `Basic realm="zobrist", charset="UTF-8"`)
		return failure{http.StatusUnauthorized, "unauthorized: send the token as Bearer token or as password"}
	}
	return s.sameOrigin(r, r.Method)
}

// sameOrigin refuses a request that a browser sends for a page of another origin, unless [Options].Origin permits
// that. It treats the request as one of the method: a GET is refused only as a POST.
func (s *Server) sameOrigin(r *http.Request, method string) error {
	as := *r
	as.Method = method
	if s.o.Origin == "*" || s.origins.Check(&as) == nil {
		return nil
	}
	return failure{http.StatusForbidden, "forbidden: the request comes from a page of another origin"}
}

// shareAnswer says which pages of other origins may read an answer. Clients of lichess.org ask with credentials; then
// a browser wants the very origin of the page, not "*". With a token no answer is for all pages with credentials: a
// browser sends the password that a person has entered for any page.
func (s *Server) shareAnswer(header http.Header, r *http.Request) {
	origin, from := s.o.Origin, r.Header.Get("Origin")
	if origin == "" {
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		return
	}
	if origin == "*" && s.o.Token == "" && from != "" {
		origin = from
	}
	header.Set("Access-Control-Allow-Origin", origin)
	if origin != "*" {
		header.Set("Access-Control-Allow-Credentials", "true")
	}
	header.Set("Access-Control-Expose-Headers", "Retry-After, Zobrist-Total, "+stateHeader)
	header.Add("Vary", "Origin")
}

// notForOthers refuses requests that browsers send for pages of other origins, although they change nothing: they take
// a place among few, or a processor.
func notForOthers(h handlerFunc) handlerFunc {
	return func(s *Server, w http.ResponseWriter, r *request) error {
		if err := s.sameOrigin(r.Request, http.MethodPost); err != nil {
			return err
		}
		return h(s, w, r)
	}
}

// allowHost reports whether the server answers requests for the host of r. A page of any site can make a browser send
// requests to a name of its own that resolves to a loopback address (DNS rebinding), but not to a name or an address
// of this server.
func (s *Server) allowHost(r *http.Request) bool {
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	at := addressOf(local)
	if r.Host == "" || len(s.o.Hosts) == 0 && !at.IsLoopback() { // browsers always send it
		return true
	}
	host := strings.ToLower(r.Host)
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.Trim(host, "[]"), ".")
	if host == "localhost" || slices.Contains(s.o.Hosts, host) {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.Unmap().IsLoopback() || ip.Unmap() == at)
}

// addressOf returns the IP address of a, the zero one if it has none.
func addressOf(a net.Addr) netip.Addr {
	if t, ok := a.(*net.TCPAddr); ok {
		return t.AddrPort().Addr().Unmap().WithZone("")
	}
	return netip.Addr{}
}

// hasToken reports whether a request has the token, as a Bearer token or as the password of any user.
func (s *Server) hasToken(r *http.Request) bool {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	token, ok := strings.TrimLeft(token, " "), strings.EqualFold(scheme, "Bearer")
	if _, password, basic := r.BasicAuth(); basic {
		token, ok = password, true
	}
	return ok && subtle.ConstantTimeCompare([]byte(token), []byte(s.o.Token)) == 1
}

// client returns the address of the client of a request; for IPv6 the network, because one client has many addresses
// there. X-Forwarded-For counts as far as [Options].Proxies wrote it.
func (s *Server) client(r *http.Request) netip.Prefix {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Prefix{}
	}
	ip := from.Addr().Unmap().WithZone("")
	chain := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, text := range slices.Backward(chain) {
		if !slices.ContainsFunc(s.o.Proxies, func(p netip.Prefix) bool { return p.Contains(ip) }) {
			break
		}
		next, err := netip.ParseAddr(strings.TrimSpace(text))
		if err != nil {
			break
		}
		ip = next.Unmap().WithZone("")
	}
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	p, _ := ip.Prefix(bits)
	return p
}

// clients counts the requests that are being answered, by client.
type clients struct {
	mu    sync.Mutex
	count map[netip.Prefix]int
}

// enter counts a request. It reports false if the client has reached its limit.
func (c *clients) enter(p netip.Prefix, most int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.count[p] >= most {
		return false
	}
	c.count[p]++
	return true
}

func (c *clients) leave(p netip.Prefix) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.count[p]--; c.count[p] == 0 {
		delete(c.count, p)
	}
}
