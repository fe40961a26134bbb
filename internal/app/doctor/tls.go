package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"time"

	"linnet/internal/config"
	"linnet/internal/infra/certs"
)

// ownCertificateNotice is how long before its end an own certificate is reported.
const ownCertificateNotice = 14 * 24 * time.Hour

// certificates reports certificates that have ended or will soon: own ones in their
// folder, and the one that the running node serves for the public URL.
func (d *diagnosis) certificates(ctx context.Context) Finding {
	const check = "certificate"
	if !d.cfg.UsesTLS() {
		return Finding{Check: check, OK: true, Detail: "TLS is off; the proxy has the certificates"}
	}
	if f := d.ownCertificates(check); f != nil {
		return *f
	}
	if d.health == nil {
		return Finding{Check: check, OK: true, Detail: "the own certificates are valid; start Linnet to check the one that it serves"}
	}
	leaf, err := d.served(ctx)
	if err != nil {
		return d.problem(check, err, "Look at the page of the domain in the dashboard, or at certificate orders in the log: they say why there is none.")
	}
	// ACME renews in the last third of the life: half of that third has passed.
	notice := leaf.NotAfter.Sub(leaf.NotBefore) / 6
	if d.cfg.TLS == config.TLSFiles {
		notice = ownCertificateNotice
	}
	if f := d.expiry(check, d.cfg.Host(), leaf, notice); f != nil {
		return *f
	}
	return Finding{Check: check, OK: true, Detail: fmt.Sprintf("%s until %s", d.cfg.Host(), leaf.NotAfter.UTC().Format(time.DateOnly))}
}

// expiry returns the finding of a certificate that has ended or ends within notice,
// else nil.
func (d *diagnosis) expiry(check, name string, leaf *x509.Certificate, notice time.Duration) *Finding {
	now, end := d.clock.Now(), leaf.NotAfter.UTC().Format(time.DateOnly)
	fix := "Renew it and replace the file; Linnet reads it again within 10 seconds."
	if d.cfg.TLS == config.TLSACME {
		fix = "The renewal fails. The page of the domain in the dashboard and the log (certificate order failed) say why."
	}
	switch {
	case now.After(leaf.NotAfter):
		return &Finding{Check: check, Detail: fmt.Sprintf("the certificate of %s ended on %s", name, end), Fix: fix}
	case now.Before(leaf.NotBefore):
		return &Finding{
			Check:  check,
			Detail: fmt.Sprintf("the certificate of %s is valid only from %s on", name, leaf.NotBefore.UTC().Format(time.RFC3339)),
			Fix:    "Correct the clock of this machine, or replace the certificate.",
		}
	case leaf.NotAfter.Sub(now) < notice:
		return &Finding{Check: check, Detail: fmt.Sprintf("the certificate of %s ends on %s", name, end), Fix: fix}
	}
	return nil
}

// ownCertificates returns the finding of the first own certificate with a problem,
// nil without one.
func (d *diagnosis) ownCertificates(check string) *Finding {
	if d.cfg.TLSCerts == "" {
		return nil
	}
	own, err := certs.OwnCertificates(d.cfg.TLSCerts)
	if err == nil && len(own) == 0 && d.cfg.TLS == config.TLSFiles {
		err = fmt.Errorf("%s has no file that ends with .crt", d.cfg.TLSCerts)
	}
	if err != nil {
		f := d.problem(check, err, "Put the certificates there as <name>.crt and <name>.key, or correct LINNET_TLS_CERTS.")
		return &f
	}
	for _, c := range own {
		if c.Err != nil {
			f := d.problem(check, c.Err, "Replace the files by a certificate in PEM, the one of the host first, and its private key without a passphrase.")
			return &f
		}
		if f := d.expiry(check, c.File, c.Leaf, ownCertificateNotice); f != nil {
			f.Fix = "Renew it and replace the file; Linnet reads it again within 10 seconds."
			return f
		}
	}
	return nil
}

// served returns the certificate that the running node serves for the public URL.
func (d *diagnosis) served(ctx context.Context) (*x509.Certificate, error) {
	host, port, err := net.SplitHostPort(d.cfg.TLSAddr)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	name := d.cfg.Host()
	if bare, _, err := net.SplitHostPort(name); err == nil {
		name = bare
	}
	ctx, cancel := context.WithTimeout(ctx, resolveTimeout)
	defer cancel()
	dialer := &tls.Dialer{Config: &tls.Config{ServerName: name, InsecureSkipVerify: true, MinVersion: tls.VersionTLS12}} //nolint:gosec // only the dates are read
	conn, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, fmt.Errorf("the TLS listener has no certificate for %s: %w", name, err)
	}
	defer conn.Close() //nolint:errcheck // nothing was written
	secure, ok := conn.(*tls.Conn)
	if !ok || len(secure.ConnectionState().PeerCertificates) == 0 {
		return nil, fmt.Errorf("the TLS listener sent no certificate for %s", name)
	}
	return secure.ConnectionState().PeerCertificates[0], nil
}
