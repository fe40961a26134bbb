// Package mailer sends mail: through an SMTP server, or, without one, into
// files that the operator can read.
package mailer

import (
	"context"
	"fmt"
	"log/slog"
	"net/mail"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	gomail "github.com/wneessen/go-mail"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/core/account"
	"linnet/internal/core/workspace"
)

// Options say how mail leaves.
type Options struct {
	// SMTPURL is smtp://user:password@host:587 or smtps://…:465; empty means
	// files in Dir. "?from=name@host" names the sender; without it the user is
	// taken when it is an address, else linnet@ the host of PublicURL.
	SMTPURL   string
	Dir       string // data/mail
	PublicURL string // of the pages, without a slash at the end
	Clock     clock.Clock
	Log       *slog.Logger
}

// Mailer sends the mails of Linnet. The log holds the user's id and the subject
// of each, never an address or the content, which may hold a secret.
type Mailer struct {
	form  *form
	from  mail.Address
	site  string
	clk   clock.Clock
	log   *slog.Logger
	carry carrier

	sent, failed atomic.Uint64
}

// Stats returns how many mails left and how many did not since the start.
func (m *Mailer) Stats() (sent, failed uint64) { return m.sent.Load(), m.failed.Load() }

// carrier brings a mail out of the house.
type carrier interface {
	send(ctx context.Context, m *gomail.Msg) error
	String() string
}

// New returns a mailer, or what is wrong with the options. The server is not
// called before there is a mail.
func New(o Options) (*Mailer, error) {
	f, err := newForm(o.PublicURL)
	if err != nil {
		return nil, err
	}
	m := &Mailer{form: f, site: o.PublicURL, clk: o.Clock, log: o.Log}
	if o.SMTPURL == "" {
		m.carry = folder{dir: o.Dir, clk: o.Clock}
		m.from = mail.Address{Name: "Linnet", Address: "linnet@" + hostOf(o.PublicURL)}
		return m, nil
	}
	server, err := parseServer(o.SMTPURL)
	if err != nil {
		return nil, err
	}
	m.carry = server
	m.from = server.from
	if m.from.Address == "" {
		m.from = mail.Address{Name: "Linnet", Address: "linnet@" + hostOf(o.PublicURL)}
	}
	return m, nil
}

func hostOf(publicURL string) string {
	if u, err := url.Parse(publicURL); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return "localhost"
}

// PasswordReset sends the link that sets a new password.
func (m *Mailer) PasswordReset(ctx context.Context, to account.Recipient, link string, valid time.Duration) error {
	return m.send(ctx, passwordReset(to, link, valid))
}

// PasswordChanged tells that the password is another now.
func (m *Mailer) PasswordChanged(ctx context.Context, to account.Recipient, at time.Time) error {
	return m.send(ctx, passwordChanged(to, m.site, at))
}

// Invitation sends a link that allows a sign-up.
func (m *Mailer) Invitation(ctx context.Context, to account.Recipient, link string, valid time.Duration) error {
	return m.send(ctx, invitation(to, m.site, link, valid))
}

// PlanRequest tells the operator that a workspace asks for a package.
func (m *Mailer) PlanRequest(ctx context.Context, to account.Recipient, r workspace.PlanRequest) error {
	return m.send(ctx, planRequest(to, r))
}

// ClickLimit tells a workspace's manager how much of the month's clicks is used.
func (m *Mailer) ClickLimit(ctx context.Context, to account.Recipient, used, limit int) error {
	return m.send(ctx, clickLimit(to, m.site, used, limit))
}

func (m *Mailer) send(ctx context.Context, l letter) error {
	msg, err := m.message(l)
	if err != nil {
		return err
	}
	if err := m.carry.send(ctx, msg); err != nil {
		m.failed.Add(1)
		return fmt.Errorf("mailer: %q to user %q by %s: %w", l.Subject, l.To.UserID, m.carry, err)
	}
	m.sent.Add(1)
	m.log.InfoContext(ctx, "mail sent", "user", l.To.UserID, "subject", l.Subject, "by", m.carry.String())
	return nil
}

func (m *Mailer) message(l letter) (*gomail.Msg, error) {
	plain, html, err := m.form.bodies(l)
	if err != nil {
		return nil, err
	}
	msg := gomail.NewMsg()
	msg.FromMailAddress(&m.from)
	msg.ToMailAddress(&mail.Address{Name: l.To.Name, Address: l.To.Address})
	msg.Subject(l.Subject)
	msg.SetDateWithValue(m.clk.Now())
	_, host, _ := strings.Cut(m.from.Address, "@")
	msg.SetMessageIDWithValue(ident.New("mail") + "@" + host)
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // no out-of-office answers (RFC 3834)
	msg.SetBodyString(gomail.TypeTextPlain, plain)
	msg.AddAlternativeString(gomail.TypeTextHTML, html)
	return msg, nil
}
