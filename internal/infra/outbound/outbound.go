// Package outbound is the only way to call somebody else's server. People name
// the addresses that Linnet calls (a destination, a webhook), so every call is
// kept away from the networks that only this machine reaches. The address is
// judged when the connection is made, after its name was resolved: a name that
// resolves to something else the second time gains nothing.
package outbound

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"

	"linnet/internal/base/fault"
)

// Bounds of a call.
const (
	MaxRedirects   = 5
	MaxBody        = 4 << 20 // bytes of an answer, unpacked
	connectTimeout = 5 * time.Second
	headerTimeout  = 10 * time.Second
	wholeTimeout   = 20 * time.Second
	maxHeader      = 64 << 10
)

// ErrRefused is in the error of a call that is not made, because of where it
// would go. That error is an Invalid fault: trying again does not help.
var ErrRefused = errors.New("outbound: refused")

// ErrTooLarge is the error of reading an answer beyond MaxBody.
var ErrTooLarge = errors.New("outbound: the answer is too large")

// Resolver finds the addresses of a host; *net.Resolver is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// Options tell who calls. The zero value is ready to use.
type Options struct {
	// UserAgent says who calls; empty: "Linnet".
	UserAgent string
	// Resolver finds addresses; nil: the system's.
	Resolver Resolver
	// Allow names networks that may be called although they are not public, on
	// any port. It is for tests, whose servers are on this machine.
	Allow []netip.Prefix
}

// Client makes calls. It may be used from many goroutines at once.
type Client struct {
	http     *http.Client
	agent    string
	resolver Resolver
	allow    []netip.Prefix
	guard    guard
}

// New returns a client. It keeps no cookies and uses no proxy, whatever the
// environment says: a proxy would connect where we cannot look.
func New(o Options) *Client {
	c := &Client{agent: o.UserAgent, resolver: o.Resolver, allow: o.Allow, guard: newGuard()}
	if c.agent == "" {
		c.agent = "Linnet"
	}
	if c.resolver == nil {
		c.resolver = net.DefaultResolver
	}
	c.http = &http.Client{
		Transport: bounded{c, &http.Transport{
			DialContext:            c.dial,
			ForceAttemptHTTP2:      true,
			TLSHandshakeTimeout:    connectTimeout,
			ResponseHeaderTimeout:  headerTimeout,
			MaxResponseHeaderBytes: maxHeader,
			MaxIdleConns:           16,
			IdleConnTimeout:        15 * time.Second,
		}},
		CheckRedirect: checkRedirect,
		Timeout:       wholeTimeout,
	}
	return c
}

// HTTP returns the client for libraries that bring their own requests. All
// bounds hold for it too.
func (c *Client) HTTP() *http.Client { return c.http }

// Do makes one call and follows its redirects. The whole of it, reading the
// body included, has 20 seconds, or as long as the request's context. The
// caller closes the body. A refused address is ErrRefused.
func (c *Client) Do(r *http.Request) (*http.Response, error) { return c.http.Do(r) }

// checkRedirect looks at each hop before it is made; the dialer looks again.
// The page before is nobody's business, and credentials in an address are of
// whoever wrote it, not of us.
func checkRedirect(r *http.Request, via []*http.Request) error {
	if len(via) > MaxRedirects {
		return refuse(fmt.Sprintf("The address redirects more than %d times.", MaxRedirects))
	}
	r.Header.Del("Referer")
	r.URL.User = nil
	return checkScheme(r)
}

func checkScheme(r *http.Request) error {
	if r.URL.Scheme != "http" && r.URL.Scheme != "https" {
		return refuse("Only addresses that begin with http:// or https:// are called.")
	}
	return nil
}

// refuse says why a call is not made, and never what was found at its end:
// that would tell strangers about the networks inside.
func refuse(why string) error { return fault.Wrap(ErrRefused, fault.Invalid, why) }

// bounded is the transport of every hop: it says who calls, and bounds what is
// read.
type bounded struct {
	client *Client
	next   http.RoundTripper
}

// RoundTrip makes one hop.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := checkScheme(r); err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.Header.Set("User-Agent", b.client.agent)
	answer, err := b.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	answer.Body = &boundedBody{ReadCloser: answer.Body, left: MaxBody}
	return answer, nil
}

// boundedBody fails when there is more than left. An answer is not cut short in
// silence: half a document may read like a whole one.
type boundedBody struct {
	io.ReadCloser
	left int64
}

// Read reads on.
func (b *boundedBody) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n - 1, ErrTooLarge
	}
	return n, err
}

// dial connects to a host's first address that answers. A host that has any
// address of a refused network is refused whole.
func (c *Client) dial(ctx context.Context, network, hostPort string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	host, port, err := net.SplitHostPort(hostPort)
	if err != nil {
		return nil, refuse("The address names no host.")
	}
	addrs, err := c.lookup(ctx, host)
	if err != nil {
		return nil, err
	}
	var failures []error
	dialer := net.Dialer{Control: c.control}
	for _, addr := range addrs {
		conn, err := dialer.DialContext(ctx, network, net.JoinHostPort(addr.String(), port))
		if err == nil {
			return conn, nil
		}
		failures = append(failures, err)
	}
	return nil, errors.Join(failures...)
}

func (c *Client) lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	if addr, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{addr}, c.check(addr)
	}
	addrs, err := c.resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, fmt.Errorf("outbound: find %s: %w", host, err)
	}
	if len(addrs) == 0 {
		return nil, fmt.Errorf("outbound: %s has no address", host)
	}
	for _, addr := range addrs {
		if err := c.check(addr); err != nil {
			return nil, err
		}
	}
	return addrs, nil
}

func (c *Client) check(addr netip.Addr) error {
	if c.allowed(addr) || c.guard.public(addr) {
		return nil
	}
	return refuse("The address does not lead to the public internet.")
}

func (c *Client) allowed(addr netip.Addr) bool {
	return slices.ContainsFunc(c.allow, func(p netip.Prefix) bool { return p.Contains(addr.Unmap()) })
}

// ports are those that web servers answer on. Others would make of Linnet a
// tool to knock on doors.
func ports() []uint16 { return []uint16{80, 443, 8080, 8443} }

// control sees the very address that the kernel is about to connect to.
func (c *Client) control(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return refuse("The address names no host.")
	}
	if err := c.check(to.Addr()); err != nil {
		return err
	}
	if !c.allowed(to.Addr()) && !slices.Contains(ports(), to.Port()) {
		return refuse(fmt.Sprintf("Port %d is not a web server's.", to.Port()))
	}
	return nil
}
