// Package certs provides the certificates of the TLS listener: the operator's own
// ones from a folder, and ones that an ACME certificate authority (CA) issues for
// the hosts that the install serves.
//
// Certificates, keys and the schedule of orders are in the record store, which all
// nodes share. Private keys are sealed with the install's secret key. A lock per host lets one node order. A failed order delays the next
// one of that host, also after a restart.
package certs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"

	"linnet/internal/base/clock"
	"linnet/internal/base/errlog"
	"linnet/internal/base/fault"
	"linnet/internal/base/loop"
	"linnet/internal/base/netaddr"
	"linnet/internal/base/sealed"
	"linnet/internal/core/certificate"
	"linnet/internal/core/throttle"
	"linnet/internal/core/webhost"
)

const (
	answerTTL        = 30 * time.Second // after which a host is looked up again
	cachedAnswers    = 20_000           // hosts with and without a certificate
	concurrentOrders = 8                // of a node
	lookupNetworks   = 20_000           // tracked by the limit of lookups
)

// lookupLimit limits the handshakes of a network for names that are no hosts of the
// install, as far as this node knows. Each costs a query of the record store. It also
// limits the challenges of a network for one host.
//
//nolint:gochecknoglobals // a constant
var lookupLimit = throttle.Limit{Burst: 100, Every: 200 * time.Millisecond}

// Hosts decides which hosts get certificates.
type Hosts interface {
	// TLSOwner returns the workspace of a host that may have a certificate, "" for the
	// operator's, and NotFound for other hosts.
	TLSOwner(ctx context.Context, host string) (workspaceID string, err error)
	// TLSHosts returns the hosts for which TLSOwner returns no error. That of the default
	// domain may be missing.
	TLSHosts(ctx context.Context) ([]string, error)
}

// Store stores the state of each host's certificate, and the files of the ACME client.
type Store interface {
	Certificate(ctx context.Context, host string) (certificate.Schedule, error)
	Certificates(ctx context.Context) ([]certificate.Schedule, error)
	CertificatesDue(ctx context.Context, now time.Time, limit int) ([]certificate.Schedule, error)
	PutCertificate(ctx context.Context, c certificate.Schedule) error
	DeleteCertificate(ctx context.Context, host string) error

	PutCertificateFile(ctx context.Context, path string, content []byte, now time.Time) error
	CertificateFile(ctx context.Context, path string) ([]byte, error)
	StatCertificateFile(ctx context.Context, path string) (certificate.File, error)
	CertificateFiles(ctx context.Context, folder string) ([]certificate.File, error)
	ReplaceCertificateFile(ctx context.Context, path string, old, content []byte) (bool, error)
	DeleteCertificateFiles(ctx context.Context, path string) error
}

// Deps are the dependencies and settings of a Manager.
type Deps struct {
	Folder      string // of the operator's own certificates; empty: none
	DefaultHost string // whose certificate clients without SNI get

	// ACME enables orders. The fields below are used only with it.
	ACME      bool
	Directory string         // URL of the CA's directory
	Email     string         // contact of the account; empty: none
	Roots     *x509.CertPool // verify the directory's own certificate; nil: the system's
	Hosts     Hosts
	Store     Store
	Keys      *sealed.Box // seals private keys
	Leases    loop.Leases
	Node      string // unique for each process

	Clock clock.Clock
	Log   *slog.Logger
}

// Manager provides certificates to the TLS listener, and orders and renews them.
// It is safe for concurrent use.
type Manager struct {
	deps    Deps
	budget  OrderBudget
	folder  *folder
	acme    *acmeClient // nil: no orders
	storage *storage    // of acme

	answers     *otter.Cache[string, answer]
	lookups     *throttle.Limiter
	lookupCalls singleflight.Group // by host: reads of the record store
	orderCalls  singleflight.Group // by host
	slots       chan struct{}      // one for each concurrent order
	stale       chan struct{}      // signals that hosts must be read again
	work        context.Context    //nolint:containedctx // of orders that outlive the handshake that began them
	stop        context.CancelFunc
	running     sync.WaitGroup // background work

	mu       sync.Mutex
	attempts map[string]*attempt // by host: orders that this process has begun

	hosts    atomic.Pointer[map[string]time.Time] // of the install, with the end of their certificate; the zero time: none
	reporter *errlog.Reporter
	stats    stats
}

// answer is the cached result for a host; a nil certificate: none.
type answer struct{ cert *tls.Certificate }

// New returns a Manager that knows the hosts of the install. With ACME it has
// background goroutines until Close, and orders within budget. An own certificate that cannot be loaded is an
// error only if the default domain has no other one.
func New(ctx context.Context, d Deps, budget OrderBudget) (*Manager, error) {
	own, err := openFolder(d.Folder)
	if err != nil {
		return nil, err
	}
	now := d.Clock.Now()
	if problems := own.health(now); problems != nil && !d.ACME && own.find(d.DefaultHost) == nil {
		return nil, fmt.Errorf("%s has no certificate: %w", d.DefaultHost, problems)
	}
	own.logProblems(ctx, now, d.Log)
	m := &Manager{
		deps:     d,
		budget:   budget,
		folder:   own,
		attempts: map[string]*attempt{},
		slots:    make(chan struct{}, concurrentOrders),
		stale:    make(chan struct{}, 1),
		reporter: errlog.New(d.Log, d.Clock, "certificate order"),
		lookups:  throttle.New(d.Clock, lookupLimit, lookupNetworks),
		answers: otter.Must(&otter.Options[string, answer]{
			MaximumSize:      cachedAnswers,
			ExpiryCalculator: otter.ExpiryWriting[string, answer](answerTTL),
		}),
	}
	m.work, m.stop = context.WithCancel(context.Background())
	m.hosts.Store(&map[string]time.Time{})
	if d.ACME {
		if err := m.refresh(ctx); err != nil {
			return nil, fmt.Errorf("read the hosts of certificates: %w", err)
		}
		m.storage = newStorage(d)
		m.acme = newACMEClient(acmeOptions{
			directory: d.Directory,
			email:     d.Email,
			roots:     d.Roots,
			onEvent:   m.onEvent,
			log:       d.Log,
			storage:   m.storage,
		})
	}
	return m, nil
}

// Close ends pending orders and the background goroutines.
func (m *Manager) Close() {
	m.stop()
	m.running.Wait()
	if m.acme != nil {
		m.acme.cache.Stop()
	}
}

// Listening sets the addresses that the node listens on. It must be called before
// Run and before the first handshake.
func (m *Manager) Listening(plain, secure net.Addr) {
	if m.acme != nil {
		m.acme.listening(plain, secure)
	}
}

// TLSConfig returns the configuration of the TLS listener: TLS 1.2 and later with
// HTTP/2, and only cipher suites with forward secrecy and authenticated encryption.
func (m *Manager) TLSConfig() *tls.Config {
	protocols := []string{"h2", "http/1.1"}
	if m.acme != nil {
		protocols = append(protocols, "acme-tls/1")
	}
	return &tls.Config{
		GetConfigForClient: m.limitLookups,
		GetCertificate:     m.certificate,
		MinVersion:         tls.VersionTLS12,
		NextProtos:         protocols,
		CipherSuites:       cipherSuites(),
	}
}

// cipherSuites returns the suites of TLS 1.2 that RFC 9325 recommends. Go's default has
// those in CBC mode as well. The suites of TLS 1.3 are fixed.
func cipherSuites() []uint16 {
	return []uint16{
		tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
		tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
		tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
	}
}

// Errors that end a handshake. The client gets the alert internal_error.
var (
	errLimited = errors.New("too many handshakes for unknown hosts from this network")
	errNoSNI   = errors.New("handshake without a server name")
)

// hostOf returns the host of a handshake, "" when there is none.
func (m *Manager) hostOf(hello *tls.ClientHelloInfo) string {
	if host := webhost.RequestedName(hello.ServerName); host != "" {
		return host
	}
	return m.deps.DefaultHost
}

// limitLookups implements tls.Config.GetConfigForClient: it ends handshakes for
// unknown names that need a lookup beyond the limit of their network. Hosts of the
// install are never limited: a lookup of each is cached, so that they cost a bounded
// number. It runs before the key exchange, which is the largest part of a handshake
// without a certificate.
func (m *Manager) limitLookups(hello *tls.ClientHelloInfo) (*tls.Config, error) {
	if m.acme == nil {
		return nil, nil //nolint:nilnil // the listener's own configuration
	}
	host, key := m.hostOf(hello), network(hello.Conn)
	if isChallenge(hello) {
		key = m.challengeKey(key, host)
	} else if _, cached := m.answers.GetIfPresent(host); cached || m.knows(host) || m.folder.find(host) != nil {
		return nil, nil //nolint:nilnil // as above
	}
	if !m.lookups.Allow(key) {
		m.stats.limited.Add(1)
		return nil, errLimited
	}
	return nil, nil //nolint:nilnil // as above
}

// challengeKey returns the key of the limit of challenges, which are not cached. A
// network has one for each host of the install, so that those for other names do not
// end the order of a host.
func (m *Manager) challengeKey(network, host string) string {
	if m.knows(host) {
		return network + " " + host
	}
	return network
}

// certificate implements tls.Config.GetCertificate. A nil certificate without an
// error ends the handshake with the alert unrecognized_name.
func (m *Manager) certificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	host := m.hostOf(hello)
	if host == "" {
		return nil, errNoSNI
	}
	if m.acme != nil && isChallenge(hello) {
		return m.challenge(hello, host)
	}
	return m.find(hello.Context(), host, hello.Conn)
}

// find returns the certificate of host for a client's connection.
func (m *Manager) find(ctx context.Context, host string, conn net.Conn) (*tls.Certificate, error) {
	if cert := m.folder.find(host); cert != nil {
		return cert, nil
	}
	if m.acme == nil {
		m.stats.unknown.Add(1)
		return nil, nil //nolint:nilnil // see certificate
	}
	if cached, ok := m.answers.GetIfPresent(host); ok {
		if cached.cert == nil {
			m.stats.unknown.Add(1)
		}
		return cached.cert, nil
	}
	limited := !m.knows(host)
	cert, err := m.lookup(ctx, host)
	if limited && cert != nil {
		m.lookups.Refund(network(conn))
	}
	return cert, err
}

// challenge returns the certificate that answers a TLS-ALPN-01 challenge.
func (m *Manager) challenge(hello *tls.ClientHelloInfo, host string) (*tls.Certificate, error) {
	if _, err := m.deps.Hosts.TLSOwner(hello.Context(), host); err != nil {
		return nil, err
	}
	return m.acme.config.GetCertificate(hello)
}

// lookup finds or orders the certificate of host and caches the result. Callers
// for one host share the work, which continues when ctx ends.
func (m *Manager) lookup(ctx context.Context, host string) (*tls.Certificate, error) {
	found := m.lookupCalls.DoChan(host, func() (any, error) {
		cert, err := m.resolve(m.work, host)
		if err == nil || fault.Is(err, fault.NotFound) || errors.Is(err, errNotOrdered) {
			m.answers.Set(host, answer{cert})
			err = nil
		}
		return cert, err
	})
	select {
	case <-ctx.Done():
		m.stats.failed.Add(1)
		return nil, ctx.Err()
	case result := <-found:
		cert, _ := result.Val.(*tls.Certificate)
		if result.Err != nil {
			m.stats.failed.Add(1)
		} else if cert == nil {
			m.stats.unknown.Add(1)
		}
		return cert, result.Err
	}
}

// resolve returns the certificate of host, ordering it if necessary. While the
// record store is unavailable, hosts with a certificate in memory are served.
func (m *Manager) resolve(ctx context.Context, host string) (*tls.Certificate, error) {
	now := m.deps.Clock.Now()
	if _, err := m.deps.Hosts.TLSOwner(ctx, host); err != nil {
		if fault.Is(err, fault.NotFound) {
			return nil, err
		}
		if cert := newest(m.acme.cache.AllMatchingCertificates(host), now); cert != nil {
			return cert, nil
		}
		return nil, err
	}
	m.addHost(host, time.Time{})
	cert, err := m.acme.cached(ctx, host, now)
	if err == nil {
		return cert, nil
	}
	if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errExpired) {
		return nil, err
	}
	if err := m.order(ctx, host); err != nil {
		return nil, err
	}
	return m.acme.cached(ctx, host, m.deps.Clock.Now())
}

// Forget evicts a host from memory after its domain has changed. The next
// handshake looks it up again.
func (m *Manager) Forget(host string) {
	host = webhost.RequestedName(host)
	m.answers.Invalidate(host)
	if m.acme != nil {
		m.acme.evict(host)
	}
	m.setHosts(func(hosts map[string]time.Time) { delete(hosts, host) })
}

// ForgetAll evicts all certificates from memory and reads the hosts again.
func (m *Manager) ForgetAll() {
	m.answers.InvalidateAll()
	select {
	case m.stale <- struct{}{}:
	default: // they are about to be read
	}
}

// ServeChallenge answers an HTTP-01 challenge. It returns false for other
// requests, without a response.
func (m *Manager) ServeChallenge(w http.ResponseWriter, r *http.Request) bool {
	if m.acme == nil || !strings.HasPrefix(r.URL.Path, challengePrefix) {
		return false
	}
	if addr, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		if !m.lookups.Allow(m.challengeKey(netaddr.Site(addr.Addr()).String(), webhost.RequestedName(r.Host))) {
			m.stats.limited.Add(1)
			return false
		}
	}
	return m.acme.solveHTTP(w, r)
}

// network returns the network of a client, as a key of limits.
func network(conn net.Conn) string {
	if conn == nil {
		return ""
	}
	addr, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil {
		return ""
	}
	return netaddr.Site(addr.Addr()).String()
}
