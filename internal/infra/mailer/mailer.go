// Package mailer sends mail through an SMTP server, or without one writes it to
// files.
package mailer

import (
	"cmp"
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
	"linnet/internal/core/billing"
	"linnet/internal/core/locale"
	"linnet/internal/core/member"
	"linnet/internal/core/notify"
	"linnet/internal/core/outbox"
	"linnet/internal/core/plan"
	"linnet/internal/core/workspace"
)

// Options configure a Mailer.
type Options struct {
	// SMTPURL is smtp://user:password@host:587 or smtps://…:465; empty: files in
	// Dir. "?from=name@host" sets the sender. The default sender is the user, if
	// it is an address, else linnet@ the host of PublicURL.
	SMTPURL   string
	Dir       string // data/mail
	PublicURL string // without a trailing slash
	Clock     clock.Clock
	Log       *slog.Logger
}

// Mailer sends mails. It logs the user id and the subject of each, never an address
// or the content, which may contain a secret.
type Mailer struct {
	form  *form
	from  mail.Address
	site  string
	clock clock.Clock
	log   *slog.Logger
	carry carrier

	sent, failed atomic.Uint64
}

// Stats returns the numbers of sent and of failed mails.
func (m *Mailer) Stats() (sent, failed uint64) { return m.sent.Load(), m.failed.Load() }

// carrier delivers mails.
type carrier interface {
	send(ctx context.Context, m *gomail.Msg) error
	String() string
}

// New returns a mailer. The error describes invalid options. It does not connect
// to the server.
func New(o Options) (*Mailer, error) {
	f, err := newForm(o.PublicURL)
	if err != nil {
		return nil, err
	}
	m := &Mailer{form: f, site: o.PublicURL, clock: o.Clock, log: o.Log}
	if o.SMTPURL == "" {
		m.carry = folder{dir: o.Dir, clock: o.Clock}
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

// PasswordReset sends a link for setting a new password.
func (m *Mailer) PasswordReset(ctx context.Context, to account.Recipient, link string, valid time.Duration) error {
	return m.send(ctx, passwordReset(to, link, valid))
}

// PasswordChanged notifies the user that the password was changed.
func (m *Mailer) PasswordChanged(ctx context.Context, to account.Recipient, at time.Time) error {
	return m.send(ctx, passwordChanged(to, m.site, at))
}

// EmailVerification sends a link that verifies the address of an account.
func (m *Mailer) EmailVerification(ctx context.Context, to account.Recipient, link string, valid time.Duration) error {
	return m.send(ctx, emailVerification(to, link, valid))
}

// EmailChange sends the link by which an address confirms or refuses the change of
// an account's address to newAddress.
func (m *Mailer) EmailChange(ctx context.Context, to account.Recipient, newAddress, link string, valid time.Duration) error {
	return m.send(ctx, emailChange(to, newAddress, link, valid))
}

// EmailChanged notifies the previous address of an account of a change.
func (m *Mailer) EmailChanged(ctx context.Context, to account.Recipient, at time.Time) error {
	return m.send(ctx, emailChanged(to, m.site, at))
}

// AccountDeleted confirms the deletion of an account.
func (m *Mailer) AccountDeleted(ctx context.Context, to account.Recipient, at time.Time) error {
	return m.send(ctx, accountDeleted(to, m.site, at))
}

// Invitation sends a sign-up link.
func (m *Mailer) Invitation(ctx context.Context, to account.Recipient, link string, valid time.Duration) error {
	return m.send(ctx, invitation(to, m.site, link, valid))
}

// WorkspaceInvitation sends the link that accepts an invitation to a workspace, in a language.
func (m *Mailer) WorkspaceInvitation(ctx context.Context, i member.Invitation, link string, in locale.Fixed) error {
	return m.send(ctx, workspaceInvitation(account.Recipient{Address: i.Email, Language: in}, m.site, i, link))
}

// PlanRequest notifies the operator that a workspace requests a package.
func (m *Mailer) PlanRequest(ctx context.Context, to account.Recipient, r workspace.PlanRequest) error {
	return m.send(ctx, planRequest(to, r))
}

// ClickLimit notifies a workspace's manager of the share of the month's clicks that
// is used.
func (m *Mailer) ClickLimit(ctx context.Context, to account.Recipient, used, limit int) error {
	return m.send(ctx, clickLimit(to, m.site, used, limit))
}

// Billing notifies a workspace's manager about a trial or a payment. endsAt is the
// date on which the plan ends, or ended.
func (m *Mailer) Billing(
	ctx context.Context, to account.Recipient, workspaceID string, n billing.Notice, name plan.Name, endsAt string,
) error {
	return m.send(ctx, billingNotice(to, m.site, workspaceID, n, name, endsAt))
}

// DomainStatus notifies a workspace's manager that the DNS records of a domain are
// missing, or were found again.
func (m *Mailer) DomainStatus(ctx context.Context, to account.Recipient, workspaceID, host string, failing bool) error {
	return m.send(ctx, domainStatus(to, m.site, workspaceID, host, failing))
}

// SecurityChange notifies the user of a change of their credentials.
func (m *Mailer) SecurityChange(ctx context.Context, to account.Recipient, title, message string, at time.Time) error {
	return m.send(ctx, securityChange(to, m.site, title, message, at))
}

// Notification sends a notification.
func (m *Mailer) Notification(ctx context.Context, to account.Recipient, n notify.Notification) error {
	return m.send(ctx, notification(to, m.site, n))
}

// Digest sends the daily summary of a workspace.
func (m *Mailer) Digest(ctx context.Context, to account.Recipient, of workspace.Workspace, listed []notify.Notification) error {
	return m.send(ctx, digest(to, m.site, of, listed))
}

// AbuseOutcome is sent to the reporter of a link after the operator's decision.
func (m *Mailer) AbuseOutcome(ctx context.Context, to account.Recipient, shortLink string, actioned bool) error {
	return m.send(ctx, abuseOutcome(to, shortLink, actioned))
}

func (m *Mailer) send(ctx context.Context, l letter) error {
	msg, err := m.message(l, cmp.Or(outbox.MessageID(ctx), ident.New("mail")))
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

// message returns the message of a letter. id identifies it among those of this
// install.
func (m *Mailer) message(l letter, id string) (*gomail.Msg, error) {
	plain, html, err := m.form.bodies(l)
	if err != nil {
		return nil, err
	}
	msg := gomail.NewMsg()
	msg.FromMailAddress(&m.from)
	msg.ToMailAddress(&mail.Address{Name: l.To.Name, Address: l.To.Address})
	msg.Subject(l.Subject)
	msg.SetDateWithValue(m.clock.Now())
	_, host, _ := strings.Cut(m.from.Address, "@")
	msg.SetMessageIDWithValue(id + "@" + host)
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // no out-of-office answers (RFC 3834)
	if l.To.Unsubscribe != "" {                          // RFC 8058
		msg.SetGenHeader("List-Unsubscribe", "<"+l.To.Unsubscribe+">")
		msg.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	msg.SetBodyString(gomail.TypeTextPlain, plain)
	msg.AddAlternativeString(gomail.TypeTextHTML, html)
	return msg, nil
}
