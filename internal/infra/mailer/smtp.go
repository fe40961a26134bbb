package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/mail"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"

	"linnet/internal/base/fault"
)

// timeout bounds one session with the server.
const timeout = 15 * time.Second

// server is a carrier that uses an SMTP server.
type server struct {
	host    string
	options []gomail.Option
	from    mail.Address // zero: not set
}

func (s *server) String() string { return s.host }

// parseServer parses LINNET_SMTP_URL. Its errors do not contain the URL, which may
// contain a password.
func parseServer(raw string) (*server, error) {
	u, err := url.Parse(raw)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "" {
		return nil, errors.New("mailer: invalid SMTP URL. Use smtp://user:password@mail.example.com:587?from=linnet@example.com")
	}
	switch mode := u.Query().Get("tls"); {
	case mode != "" && (mode != tlsNone || u.Scheme == "smtps"):
		return nil, errors.New("mailer: \"tls\" in the SMTP URL can only be none, with smtp://")
	case mode == tlsNone && u.User != nil && !isHere(u):
		return nil, errors.New("mailer: tls=none would send the password of the SMTP URL in the clear; leave it out")
	}
	s := &server{host: u.Hostname()}
	s.options = []gomail.Option{gomail.WithTimeout(timeout)}
	port := 587
	if u.Scheme == "smtps" {
		port = 465
		s.options = append(s.options, gomail.WithSSL())
	} else {
		s.options = append(s.options, startTLS(u)...)
	}
	if p := u.Port(); p != "" {
		if port, err = strconv.Atoi(p); err != nil || port < 1 || port > 65535 {
			return nil, errors.New("mailer: the port of the SMTP URL is no port")
		}
	}
	s.options = append(s.options, gomail.WithPort(port))
	if u.User != nil {
		password, _ := u.User.Password()
		s.options = append(s.options, gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
		if isHere(u) {
			s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthPlainNoEnc))
		} else {
			s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover))
		}
	}
	if err := s.sender(u); err != nil {
		return nil, err
	}
	if _, err := gomail.NewClient(s.host, s.options...); err != nil {
		return nil, fmt.Errorf("mailer: %w", err)
	}
	return s, nil
}

// startTLS returns the TLS policy of smtp://. Mails contain links that reset
// passwords, so TLS with a verified certificate is mandatory. On the loopback
// interface, and with ?tls=none for a server without a password, TLS is
// opportunistic and the certificate is not verified.
func startTLS(u *url.URL) []gomail.Option {
	optional := u.Query().Get("tls") == tlsNone && u.User == nil
	if !optional && !isHere(u) {
		return []gomail.Option{gomail.WithTLSPolicy(gomail.TLSMandatory)}
	}
	return []gomail.Option{
		gomail.WithTLSPolicy(gomail.TLSOpportunistic),
		gomail.WithTLSConfig(&tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12, InsecureSkipVerify: true}),
	}
}

// tlsNone is the value of ?tls= that allows unencrypted mail.
const tlsNone = "none"

// isHere reports whether the server is on the loopback interface.
func isHere(u *url.URL) bool {
	addr, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || (err == nil && addr.IsLoopback())
}

func (s *server) sender(u *url.URL) error {
	from := u.Query().Get("from")
	if from == "" && u.User != nil {
		if a, err := mail.ParseAddress(u.User.Username()); err == nil {
			s.from = mail.Address{Name: "Linnet", Address: a.Address}
		}
		return nil
	}
	if from == "" {
		return nil
	}
	a, err := mail.ParseAddress(from)
	if err != nil {
		return errors.New("mailer: \"from\" in the SMTP URL is no address")
	}
	if a.Name == "" {
		a.Name = "Linnet"
	}
	s.from = *a
	return nil
}

// send delivers the mail in one attempt. An error of a mail that the server
// rejects for good is Invalid.
func (s *server) send(ctx context.Context, m *gomail.Msg) error {
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return err
	}
	conn, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return err
	}
	if err := client.SendWithSMTPClient(conn, m); err != nil {
		return rejection(errors.Join(err, conn.Close()))
	}
	// The server accepted the mail. An error while closing the session must not
	// cause a second delivery.
	_ = client.CloseWithSMTPClient(conn)
	return nil
}

// rejection returns a permanent rejection of the server (5xx) as Invalid, and any
// other error unchanged.
func rejection(err error) error {
	var rejected *gomail.SendError
	if errors.As(err, &rejected) && rejected.ErrorCode() >= 500 {
		return fault.Wrap(err, fault.Invalid, "The mail server rejected the mail.")
	}
	return err
}
