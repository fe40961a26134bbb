package app

import (
	"context"
	"errors"
	"log/slog"
	"net"

	"github.com/coreos/go-systemd/v22/activation"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/sealed"
	"linnet/internal/config"
	"linnet/internal/core/certificate"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/throttle"
	"linnet/internal/core/webhost"
	"linnet/internal/edge/server"
	"linnet/internal/infra/certs"
	"linnet/internal/infra/records"
)

// newCerts returns the certificates of the TLS listener for hosts, nil without one.
func newCerts(
	ctx context.Context, cfg config.Config, records *records.Store, key sealed.Key, hosts certs.Hosts, attempts *throttle.Shared,
	clock clock.Clock, log *slog.Logger,
) (*certs.Manager, error) {
	if !cfg.UsesTLS() {
		return nil, nil //nolint:nilnil // no manager is a valid result
	}
	roots, err := cfg.ACMERoots()
	if err != nil {
		return nil, err
	}
	m, err := certs.New(ctx, certs.Deps{
		Folder:      cfg.TLSCerts,
		DefaultHost: webhost.Name(cfg.Host()),
		ACME:        cfg.TLS == config.TLSACME,
		Directory:   cfg.ACMEDirectory,
		Email:       cfg.ACMEEmail,
		Roots:       roots,
		Hosts:       hosts,
		Store:       records,
		Keys:        key.Box("certificates"),
		Leases:      records,
		Node:        ident.New("run"),
		Clock:       clock,
		Log:         log,
	}, certs.NewOrderBudget(cfg.ACMEDailyOrders, attempts, clock))
	if err != nil {
		return nil, err
	}
	records.Subscribe(followDomains(m, hosts, log))
	return m, nil
}

// certificateStates adapts the certificates to domain.Certificates.
type certificateStates struct{ certs *certs.Manager }

// State returns the state of the certificate of host.
func (c certificateStates) State(ctx context.Context, host string) (domain.Certificate, error) {
	status, err := c.certs.State(ctx, host)
	return domain.Certificate{State: domain.CertificateState(status.State), ExpiresAt: status.ExpiresAt, Error: status.Error}, err
}

// domainCertificates returns the certificates for the domain service, nil without a
// TLS listener.
func domainCertificates(m *certs.Manager) domain.Certificates {
	if m == nil {
		return nil
	}
	return certificateStates{m}
}

// followDomains returns a subscriber that orders certificates for hosts that are
// served now, and evicts the certificates of other hosts from memory.
func followDomains(m *certs.Manager, hosts certs.Hosts, log *slog.Logger) func(event.Event) {
	return func(e event.Event) {
		switch e.Kind {
		case event.DomainCreated, event.DomainUpdated, event.DomainVerified, event.DomainFailing,
			event.DomainDeleted, event.DomainRestored, event.DomainTransferred:
			change, err := event.Decode[event.Change[event.Domain]](e)
			if err != nil {
				m.ForgetAll()
				return
			}
			if change.Before != nil && (change.After == nil || change.After.Host != change.Before.Host) {
				m.Forget(change.Before.Host)
			}
			if change.After != nil {
				followHost(context.Background(), m, hosts, change.After.Host, log)
			}
		case "": // events may have been missed
			m.ForgetAll()
		}
	}
}

// orders are the orders of certificates that follow the domains.
type orders interface {
	Ensure(ctx context.Context, host string) error
	Forget(host string)
}

// followHost begins the order of a certificate for a served host, unless it has
// one. It evicts other hosts from memory: those that the records do not have. An error of
// the records evicts none.
func followHost(ctx context.Context, m orders, hosts certs.Hosts, host string, log *slog.Logger) {
	name := webhost.Name(host)
	if webhost.IsLoopback(name) || net.ParseIP(name) != nil {
		return
	}
	_, err := hosts.TLSOwner(ctx, name)
	if fault.Is(err, fault.NotFound) {
		m.Forget(name)
		return
	}
	if err == nil {
		err = m.Ensure(ctx, name)
	}
	if err != nil {
		log.WarnContext(ctx, "certificate order not scheduled", "host", name, "err", err)
	}
}

// tlsHosts are the domains as the hosts that get certificates. The service has no
// other use: the one of the API depends on the certificates.
type tlsHosts struct {
	*domain.Service
	records *records.Store
}

func newTLSHosts(records *records.Store, clock clock.Clock, log *slog.Logger) certs.Hosts {
	return tlsHosts{domain.New(domain.Deps{Store: records, Clock: clock, Log: log}), records}
}

// TLSHosts returns the hosts for which TLSOwner returns no error. That of the default
// domain may have a port.
func (h tlsHosts) TLSHosts(ctx context.Context) ([]string, error) { return h.records.ServedHosts(ctx) }

// runCerts orders and renews certificates until ctx ends, beginning with the
// default domain's.
func runCerts(m *certs.Manager, hosts certs.Hosts, defaultHost string, log *slog.Logger) func(context.Context) {
	return func(ctx context.Context) {
		followHost(ctx, m, hosts, defaultHost, log)
		m.Run(ctx)
	}
}

// tlsListener returns the configuration of the TLS listener, nil without one.
func tlsListener(cfg config.Config, m *certs.Manager) *server.TLS {
	if m == nil {
		return nil
	}
	return &server.TLS{
		Addr:      cfg.TLSAddr,
		Config:    m.TLSConfig(),
		Secured:   m.Secured,
		Challenge: m.ServeChallenge,
		Listening: m.Listening,
	}
}

// certificateChecks returns the check of own certificates, none without a TLS listener.
func certificateChecks(m *certs.Manager) []server.Check {
	if m == nil {
		return nil
	}
	return []server.Check{{Name: "certificates", Optional: true, Run: m.Health}}
}

// certificateMetrics returns the metrics of orders, certificates and handshakes.
func certificateMetrics(m *certs.Manager) []server.Metric {
	if m == nil {
		return nil
	}
	metric := func(name, help string, counter bool, label, value string, read func(certs.Stats) float64) server.Metric {
		var labels map[string]string
		if label != "" {
			labels = map[string]string{label: value}
		}
		return server.Metric{Name: name, Help: help, Counter: counter, Labels: labels, Read: func() float64 { return read(m.Stats()) }}
	}
	const refused, refusedHelp = "linnet_tls_handshakes_refused_total", "TLS handshakes that ended without a certificate, by reason."
	const states, statesHelp = "linnet_certificates", "Certificates of the install by state."
	all := []server.Metric{
		metric("linnet_certificate_orders_total", "Orders that this node sent to the certificate authority.", true, "", "",
			func(s certs.Stats) float64 { return float64(s.Orders) }),
		metric("linnet_certificate_order_failures_total", "Orders that failed.", true, "", "",
			func(s certs.Stats) float64 { return float64(s.Failures) }),
		metric(refused, refusedHelp, true, "reason", "unknown_host", func(s certs.Stats) float64 { return float64(s.Unknown) }),
		metric(refused, refusedHelp, true, "reason", "limited", func(s certs.Stats) float64 { return float64(s.Limited) }),
		metric(refused, refusedHelp, true, "reason", "failed", func(s certs.Stats) float64 { return float64(s.Failed) }),
	}
	for _, state := range []certificate.State{certificate.Valid, certificate.Pending, certificate.Failed} {
		all = append(all, metric(states, statesHelp, false, "state", string(state),
			func(s certs.Stats) float64 { return float64(s.ByState[state]) }))
	}
	return all
}

// Names of systemd sockets (FileDescriptorName=).
const (
	plainSocket  = "http"
	secureSocket = "https"
)

// inheritedListeners returns the sockets that systemd opened for this process: the
// ones named http and https, or else the first and the second one.
func inheritedListeners() (plain, secure net.Listener, err error) {
	for i, file := range activation.Files(true) {
		listener, openErr := net.FileListener(file)
		if err = errors.Join(err, openErr, file.Close()); openErr != nil {
			continue
		}
		switch name := file.Name(); {
		case plain == nil && (name == plainSocket || i == 0 && name != secureSocket):
			plain = listener
		case secure == nil && (name == secureSocket || i == 1):
			secure = listener
		default:
			err = errors.Join(err, listener.Close())
		}
	}
	return plain, secure, err
}
