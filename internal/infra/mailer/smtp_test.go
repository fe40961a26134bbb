package mailer

import (
	"bytes"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	gomail "github.com/wneessen/go-mail"

	"linnet/internal/core/queue"
)

// smtpServer is an SMTP server on the loopback interface that stores its mails.
type smtpServer struct {
	addr string
	got  chan parcel

	mu      sync.Mutex
	answers []error // to the next DATA commands, in order; then nil
	dials   int
}

type parcel struct {
	from, to, user, body string
	tls                  bool
}

// visit is one connection to the server.
type visit struct {
	office *smtpServer
	conn   *smtp.Conn
	parcel parcel
}

func (v *visit) Reset()        {}
func (v *visit) Logout() error { return nil }
func (v *visit) Mail(from string, _ *smtp.MailOptions) error {
	v.parcel.from = from
	return nil
}

func (v *visit) Rcpt(to string, _ *smtp.RcptOptions) error {
	v.parcel.to = to
	return nil
}

func (v *visit) Data(r io.Reader) error {
	body, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	v.office.mu.Lock()
	defer v.office.mu.Unlock()
	if len(v.office.answers) > 0 {
		answer := v.office.answers[0]
		v.office.answers = v.office.answers[1:]
		if answer != nil {
			return answer
		}
	}
	v.parcel.body = string(body)
	_, v.parcel.tls = v.conn.TLSConnectionState()
	v.office.got <- v.parcel
	return nil
}

func (v *visit) AuthMechanisms() []string { return []string{sasl.Plain} }

func (v *visit) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if password != "p@ss/word" {
			return smtp.ErrAuthFailed
		}
		v.parcel.user = user
		return nil
	}), nil
}

// startServer starts a server, with STARTTLS when config is given.
func startServer(t *testing.T, config *tls.Config, answers ...error) *smtpServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, l, config, answers...)
}

func serve(t *testing.T, l net.Listener, config *tls.Config, answers ...error) *smtpServer {
	t.Helper()
	office := &smtpServer{addr: l.Addr().String(), got: make(chan parcel, 10), answers: answers}
	s := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		office.mu.Lock()
		defer office.mu.Unlock()
		office.dials++
		return &visit{office: office, conn: c}, nil
	}))
	s.Domain, s.AllowInsecureAuth, s.TLSConfig = "post.example.com", true, config
	s.ErrorLog = quiet{}
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(l) }()
	t.Cleanup(func() { s.Close(); <-done })
	return office
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

// certificate returns a self-signed certificate for 127.0.0.1.
func certificate(t *testing.T) *tls.Config {
	t.Helper()
	s := httptest.NewUnstartedServer(nil)
	s.StartTLS()
	defer s.Close()
	return &tls.Config{Certificates: s.TLS.Certificates}
}

// through returns a mailer for a URL.
func through(t *testing.T, url string) (*Mailer, *bytes.Buffer) {
	t.Helper()
	log := &bytes.Buffer{}
	m, err := New(Options{SMTPURL: url, PublicURL: "https://go.example.com", Clock: noon(), Log: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := m.carry.(*server); !ok {
		t.Fatalf("mail leaves by %v", m.carry)
	}
	return m, log
}

func TestSMTP_Delivers(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		tls  bool
		user string // in the URL
		from string // in the URL's query
		want parcel // but its body
	}{
		"plain":                    {want: parcel{from: "linnet@go.example.com"}},
		"plain, sender named":      {from: "?from=Acme%20Links%20%3Cgo@acme.example%3E", want: parcel{from: "go@acme.example"}},
		"STARTTLS, self-signed":    {tls: true, want: parcel{from: "linnet@go.example.com", tls: true}},
		"password here":            {user: "robot:p%40ss%2Fword@", want: parcel{from: "linnet@go.example.com", user: "robot"}},
		"password and STARTTLS":    {tls: true, user: "bot%40acme.example:p%40ss%2Fword@", want: parcel{from: "bot@acme.example", user: "bot@acme.example", tls: true}},
		"sender beside a username": {user: "robot:p%40ss%2Fword@", from: "?from=go@acme.example", want: parcel{from: "go@acme.example", user: "robot"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var config *tls.Config
			if c.tls {
				config = certificate(t)
			}
			office := startServer(t, config)
			m, log := through(t, "smtp://"+c.user+office.addr+c.from)
			if err := m.PasswordReset(t.Context(), ada(), link, time.Hour); err != nil {
				t.Fatal(err)
			}
			got := <-office.got
			_, text, html := read(t, strings.NewReader(got.body))
			if !strings.Contains(text, link) || !strings.Contains(html, link) {
				t.Errorf("the link was lost on the way:\n%s", got.body)
			}
			got.body, c.want.to = "", "ada@example.com"
			if got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			if said := log.String(); strings.Contains(said, token) || strings.Contains(said, "p@ss") || strings.Contains(said, "ada@example.com") || !strings.Contains(said, ada().UserID) {
				t.Errorf("the log says %s", said)
			}
		})
	}
}

func TestSMTP_DistinguishesTemporaryFailures(t *testing.T) {
	t.Parallel()
	busy := &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Try again later"}
	never := &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox"}
	cases := map[string]struct {
		answer    error
		sent      bool
		retryable bool
	}{
		"busy":     {busy, false, true},
		"refused":  {never, false, false},
		"accepted": {nil, true, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			office := startServer(t, nil, c.answer)
			m, _ := through(t, "smtp://"+office.addr)
			err := m.PasswordReset(t.Context(), ada(), link, time.Hour)
			if (err == nil) != c.sent || len(office.got) != map[bool]int{true: 1}[c.sent] {
				t.Errorf("sent %d, %v", len(office.got), err)
			}
			if err != nil && queue.Retryable(err) != c.retryable {
				t.Errorf("retryable %t: %v", !c.retryable, err)
			}
			if office.dials != 1 {
				t.Errorf("the server was called %d times", office.dials)
			}
			if err != nil && (strings.Contains(err.Error(), token) || strings.Contains(err.Error(), "ada@example.com") || !strings.Contains(err.Error(), ada().UserID)) {
				t.Errorf("the error says %v", err)
			}
		})
	}
}

func TestSMTP_ReportsAnUnreachableServer(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	m, log := through(t, "smtp://"+addr)
	if err := m.PasswordReset(t.Context(), ada(), link, time.Hour); err == nil || !queue.Retryable(err) {
		t.Errorf("an unreachable server: %v", err)
	}
	if strings.Contains(log.String(), "mail sent") {
		t.Error(log.String())
	}
}

func TestSMTP_TimesOut(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() // it accepts, in the kernel, and never says hello
	m, _ := through(t, "smtp://"+l.Addr().String())
	s := m.carry.(*server)
	s.options = append(s.options, gomail.WithTimeout(50*time.Millisecond))
	if err := m.PasswordReset(t.Context(), ada(), link, time.Hour); err == nil {
		t.Error("a mail was sent into silence")
	}
}

func TestSMTP_VerifiesCertificates(t *testing.T) {
	t.Parallel()
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	office := serve(t, tls.NewListener(plain, certificate(t)), nil)
	m, _ := through(t, "smtps://robot:p%40ss%2Fword@"+office.addr)
	err = m.PasswordReset(t.Context(), ada(), link, time.Hour)
	var untrusted *tls.CertificateVerificationError
	if !errors.As(err, &untrusted) || len(office.got) != 0 {
		t.Errorf("got %v", err)
	}
}

func TestSMTP_RequiresTLSForPasswords(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"smtp://robot:secret@mail.example.com":     gomail.TLSMandatory.String(),
		"smtp://robot:secret@192.0.2.1:25":         gomail.TLSMandatory.String(),
		"smtp://mail.example.com":                  gomail.TLSMandatory.String(),
		"smtp://mail.example.com?tls=none":         gomail.TLSOpportunistic.String(),
		"smtp://robot:secret@127.0.0.1:1025":       gomail.TLSOpportunistic.String(),
		"smtp://robot:secret@[::1]:1025":           gomail.TLSOpportunistic.String(),
		"smtp://robot:secret@localhost":            gomail.TLSOpportunistic.String(),
		"smtp://robot:secret@localhost.evil.test/": gomail.TLSMandatory.String(),
	} {
		s, err := parseServer(url)
		if err != nil {
			t.Fatal(err)
		}
		client, err := gomail.NewClient(s.host, s.options...)
		if err != nil || client.TLSPolicy() != want {
			t.Errorf("%s: %s, %v", url, client.TLSPolicy(), err)
		}
	}
}

func TestParseServer_RefusesTLSNoneWhereItIsUnsafe(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"smtp://robot:secret@mail.example.com?tls=none", "smtps://mail.example.com?tls=none", "smtp://mail.example.com?tls=maybe",
	} {
		if _, err := parseServer(url); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestParseServer_DefaultPorts(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"smtp://mail.example.com": "mail.example.com:587", "smtps://mail.example.com": "mail.example.com:465", "smtp://mail.example.com:2525": "mail.example.com:2525",
	} {
		s, err := parseServer(url)
		if err != nil {
			t.Fatal(err)
		}
		if client, err := gomail.NewClient(s.host, s.options...); err != nil || client.ServerAddr() != want {
			t.Errorf("%s: %v, %v", url, client.ServerAddr(), err)
		}
	}
}

func TestParseServer_ErrorsDoNotContainThePassword(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"mail.example.com:587", "http://mail.example.com", "smtp://", "smtp://robot:hunter2@mail.example.com:port", "smtp://robot:hunter2@mail.example.com:0",
		"smtp://robot:hunter2@mail.example.com:70000", "smtp://robot:hunter2@mail.example.com?from=linnet", "smtp://robot:hunter2@[::1",
	} {
		_, err := New(Options{SMTPURL: url, PublicURL: "http://localhost", Clock: noon(), Log: slog.New(slog.DiscardHandler)})
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", url, err)
		}
	}
}
