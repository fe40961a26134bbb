package app

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"linnet/internal/base/clock"
	"linnet/internal/base/sealed"
	"linnet/internal/config"
	"linnet/internal/core/account"
	"linnet/internal/core/domain"
	"linnet/internal/core/member"
	"linnet/internal/core/notify"
	"linnet/internal/core/outbox"
	"linnet/internal/core/queue"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// mailServer is an SMTP server on the loopback interface. It rejects mails with
// a temporary error while down is set.
type mailServer struct {
	addr string

	mu       sync.Mutex
	down     bool
	mails    []string
	rejected []string // while it was down
}

// messageID returns the Message-ID of a mail.
func messageID(raw string) string {
	_, rest, _ := strings.Cut(raw, "\r\nMessage-ID: ")
	id, _, _ := strings.Cut(rest, "\r\n")
	return id
}

func startMailServer(t *testing.T) *mailServer {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &mailServer{addr: l.Addr().String(), down: true}
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return mailSession{m}, nil }))
	s.Domain = "mail.example.com"
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close(); <-done })
	return m
}

func (m *mailServer) setDown(down bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.down = down
}

func (m *mailServer) received() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string{}, m.mails...)
}

// mailSession is a connection to a mailServer.
type mailSession struct{ *mailServer }

func (mailSession) Reset()                               {}
func (mailSession) Logout() error                        { return nil }
func (mailSession) Mail(string, *smtp.MailOptions) error { return nil }
func (mailSession) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (s mailSession) Data(r io.Reader) error {
	body, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		s.rejected = append(s.rejected, string(body))
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Try again later"}
	}
	s.mails = append(s.mails, string(body))
	return nil
}

// testUnsubscriber returns tokens of the same key for each node of a test.
func testUnsubscriber() notify.Unsubscriber {
	return notify.Unsubscriber{Box: sealed.Key{}.Box("unsubscribe")}
}

// mailNode is the part of a node that sends mails.
type mailNode struct {
	accounts *account.Service
	tasks    *queue.Queue
}

func newMailNode(t *testing.T, s *records.Store, office *mailServer, clock clock.Clock, log io.Writer) mailNode {
	t.Helper()
	logger := slog.New(slog.NewTextHandler(log, nil))
	cfg := config.Config{SMTPURL: "smtp://" + office.addr, PublicURL: "https://go.example.com", Data: t.TempDir()}
	mailer, err := newMail(cfg, cfg.PublicURL, clock, logger)
	if err != nil {
		t.Fatal(err)
	}
	n := mailNode{accounts: account.NewService(account.Deps{
		Store: s, Clock: clock, Mailer: mailer, Outbox: outbox.New(s, clock), PublicURL: cfg.PublicURL, Log: logger,
	})}
	n.tasks = queue.New(queue.Deps{
		Store: s, Kinds: []queue.Kind{newMails(cfg, s, mailer, notify.New(notify.Deps{Store: s, Clock: clock, Log: logger}), nil, testUnsubscriber()).kind(n.accounts, member.New(member.Deps{Clock: clock}))}, Clock: clock, Log: logger,
	})
	return n
}

// send runs the mail that is due, if there is one.
func (n mailNode) send(ctx context.Context, t *testing.T) bool {
	t.Helper()
	ran, err := n.tasks.RunOne(ctx, outbox.TaskKind, "")
	if err != nil {
		t.Fatal(err)
	}
	return ran
}

func TestMails_SurviveARestartAndAServerThatIsDown(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		var log bytes.Buffer
		office, clock := startMailServer(t), clock.NewManual(testkit.Day())
		user, err := s.Account(t.Context(), testkit.Owner(t, s).UserID)
		if err != nil {
			t.Fatal(err)
		}
		node := newMailNode(t, s, office, clock, &log)
		if err := node.accounts.ForgotPassword(t.Context(), user.Email, account.Client{}); err != nil {
			t.Fatal(err)
		}
		if !node.send(t.Context(), t) || len(office.received()) != 0 {
			t.Fatal("the server accepted a mail while it was down")
		}
		office.setDown(false)
		node = newMailNode(t, s, office, clock, &log)
		if node.send(t.Context(), t) {
			t.Error("a retry before its time")
		}
		clock.Advance(30 * time.Second)
		if !node.send(t.Context(), t) || node.send(t.Context(), t) {
			t.Error("the mail was not sent in one retry")
		}
		got := office.received()
		if len(got) != 1 || !strings.Contains(strings.ReplaceAll(got[0], "=\r\n", ""), "https://go.example.com/reset-password#token") {
			t.Errorf("received %q", got)
		}
		if id := messageID(got[0]); id == "" || id != messageID(office.rejected[0]) {
			t.Errorf("Message-ID %q, in the first attempt %q", id, messageID(office.rejected[0]))
		}
	})
}

func TestMails_BecomeADeadLetterAfterTheLastAttempt(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s, office, clock := testkit.SQLite(t), startMailServer(t), clock.NewManual(testkit.Day())
	user, err := s.Account(t.Context(), testkit.Owner(t, s).UserID)
	if err != nil {
		t.Fatal(err)
	}
	node := newMailNode(t, s, office, clock, &log)
	if err := node.accounts.ForgotPassword(t.Context(), user.Email, account.Client{}); err != nil {
		t.Fatal(err)
	}
	attempts := 0
	for node.send(t.Context(), t) {
		attempts++
		clock.Advance(2 * time.Hour)
	}
	dead, err := s.DeadTasks(t.Context(), 10)
	if err != nil || len(dead) != 1 || dead[0].Attempts != attempts || !strings.Contains(dead[0].Error, "451") {
		t.Errorf("after %d attempts: dead letters %+v, %v", attempts, dead, err)
	}
	if n := strings.Count(log.String(), "task failed"); n != 1 {
		t.Errorf("logged %d times", n)
	}
	if stats := node.tasks.Stats(outbox.TaskKind); stats.Failed != 1 {
		t.Errorf("stats %+v", stats)
	}
	if strings.Contains(dead[0].Error+log.String(), user.Email) {
		t.Error("the address is in the log or the dead letter")
	}
}

// header returns a header of a mail, unfolded.
func header(t *testing.T, raw, name string) string {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return m.Header.Get(name)
}

func TestMails_FollowPreferencesAndCanBeUnsubscribed(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		var log bytes.Buffer
		office, clock := startMailServer(t), clock.NewManual(testkit.Day().Add(12*time.Hour))
		office.setDown(false)
		node, owner := newMailNode(t, s, office, clock, &log), testkit.Owner(t, s)
		notices := notify.New(notify.Deps{Store: s, Clock: clock, Log: slog.New(slog.DiscardHandler)})
		domains := domainNotices{notices, outbox.New(s, clock)}
		failing := func(host string) {
			t.Helper()
			err := domains.notify(t.Context(), domain.Domain{
				ID: "dom_" + host, WorkspaceID: owner.WorkspaceID, Host: host, Status: domain.Failing, FailingSince: clock.Now(),
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		failing("a.example")
		if !node.send(t.Context(), t) {
			t.Fatal("no mail at once")
		}
		choose := func(email notify.Email) {
			t.Helper()
			if _, err := notices.SetPreference(t.Context(), owner, notify.Domains, notify.Channels{InApp: true, Email: email}); err != nil {
				t.Fatal(err)
			}
		}
		choose(notify.Daily)
		failing("b.example")
		clock.Advance(time.Minute)
		failing("c.example")
		if node.send(t.Context(), t) {
			t.Error("a summary before the morning")
		}
		clock.Advance(20 * time.Hour) // 8:01
		if !node.send(t.Context(), t) || node.send(t.Context(), t) {
			t.Fatal("not one summary in the morning")
		}
		if err := notices.NewSignIn(t.Context(), owner.UserID, "Lynx", ""); err != nil {
			t.Fatal(err)
		}
		if !node.send(t.Context(), t) {
			t.Fatal("no mail about the sign-in")
		}
		got := office.received()
		for i, want := range []struct {
			subject string
			ends    notify.Category // empty: nothing
		}{
			{"DNS records missing: a.example", notify.Domains}, {": 2 notifications", notify.DailySummary}, {"New sign-in: Lynx", ""},
		} {
			if subject := header(t, got[i], "Subject"); !strings.HasSuffix(subject, want.subject) {
				t.Errorf("subject %q, want %q", subject, want.subject)
			}
			link := strings.Trim(header(t, got[i], "List-Unsubscribe"), "<>")
			if want.ends == "" {
				if text := strings.ReplaceAll(got[i], "=\r\n", ""); link != "" || !strings.Contains(text, "turned off.") {
					t.Errorf("link %q in %s", link, text)
				}
				continue
			}
			if post := header(t, got[i], "List-Unsubscribe-Post"); post != "List-Unsubscribe=One-Click" {
				t.Errorf("List-Unsubscribe-Post: %q", post)
			}
			token, ok := strings.CutPrefix(link, "https://go.example.com/unsubscribe/")
			user, category, valid := testUnsubscriber().Open(token)
			if !ok || !valid || user != owner.UserID || category != want.ends {
				t.Errorf("%s unsubscribes %s from %s", link, user, category)
			}
		}
		choose(notify.Never)
		failing("d.example")
		clock.Advance(48 * time.Hour)
		if node.send(t.Context(), t) {
			t.Error("a mail that the user turned off")
		}
	})
}
