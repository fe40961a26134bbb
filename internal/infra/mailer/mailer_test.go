package mailer

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/locale"
	"linnet/internal/core/member"
)

var _ account.Mailer = (*Mailer)(nil)

const (
	token = "q7Jm0secret-token_that-opens"
	link  = "https://go.example.com/reset-password?token=" + token
)

func noon() *clock.Manual { return clock.NewManual(time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)) }

func ada() account.Recipient {
	return account.Recipient{UserID: "usr_ada", Name: `José "Ada" O'Neil`, Address: "ada@example.com"}
}

// read parses a mail into its headers, text and HTML.
func read(t *testing.T, raw io.Reader) (mail.Header, string, string) {
	t.Helper()
	m, err := mail.ReadMessage(raw)
	if err != nil {
		t.Fatal(err)
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("content type %q, %v", kind, err)
	}
	var bodies []string
	parts := multipart.NewReader(m.Body, params["boundary"])
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies, strings.ReplaceAll(string(body), "\r\n", "\n"))
	}
	if len(bodies) != 2 {
		t.Fatalf("%d parts", len(bodies))
	}
	return m.Header, bodies[0], bodies[1]
}

func newFolder(t *testing.T) (m *Mailer, dir string, manual *clock.Manual, log *bytes.Buffer) {
	t.Helper()
	dir, manual, log = filepath.Join(t.TempDir(), "data", "mail"), noon(), &bytes.Buffer{}
	m, err := New(Options{Dir: dir, PublicURL: "https://go.example.com", Clock: manual, Log: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	return m, dir, manual, log
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestMailer_WritesFilesWithoutAServer(t *testing.T) {
	t.Parallel()
	m, dir, _, log := newFolder(t)
	if err := m.PasswordReset(t.Context(), ada(), link, time.Hour); err != nil {
		t.Fatal(err)
	}
	found := files(t, dir)
	if len(found) != 1 || !strings.HasSuffix(found[0], ".eml") {
		t.Fatalf("files %v", found)
	}
	info, err := os.Stat(found[0])
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	raw, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	header, text, html := read(t, bytes.NewReader(raw))
	to, err := header.AddressList("To")
	if err != nil || len(to) != 1 || to[0].Name != ada().Name || to[0].Address != ada().Address {
		t.Errorf("to %v, %v", to, err)
	}
	from, err := header.AddressList("From")
	if err != nil || len(from) != 1 || from[0].Address != "linnet@go.example.com" {
		t.Errorf("from %v, %v", from, err)
	}
	if at, err := header.Date(); err != nil || !at.Equal(noon().Now()) {
		t.Errorf("date %v, %v", at, err)
	}
	if header.Get("Subject") != "Set a new password for Linnet" || header.Get("Auto-Submitted") != "auto-generated" || !strings.HasSuffix(header.Get("Message-Id"), "@go.example.com>") {
		t.Errorf("header %v", header)
	}
	for name, body := range map[string]string{"text": text, "HTML": html} {
		if !strings.Contains(body, link) || !strings.Contains(body, "expires in 1 hour") {
			t.Errorf("the %s body is incomplete:\n%s", name, body)
		}
	}
	if !strings.Contains(html, `<a href="`+link+`"`) || !strings.Contains(html, "Hello José &#34;Ada&#34; O&#39;Neil,") || !strings.Contains(text, `Hello José "Ada" O'Neil,`) {
		t.Errorf("text:\n%s\nHTML:\n%s", text, html)
	}
	if said := log.String(); strings.Contains(said, token) || strings.Contains(said, "ada@example.com") || !strings.Contains(said, ada().UserID) || !strings.Contains(said, "Set a new password for Linnet") {
		t.Errorf("the log says %s", said)
	}
}

func TestMailer_PasswordChangedNamesTimeAndNextStep(t *testing.T) {
	t.Parallel()
	m, dir, _, _ := newFolder(t)
	at := time.Date(2026, 4, 1, 14, 5, 0, 0, time.FixedZone("CEST", 2*3600))
	if err := m.PasswordChanged(t.Context(), ada(), at); err != nil {
		t.Fatal(err)
	}
	raw, err := os.Open(files(t, dir)[0])
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	_, text, html := read(t, raw)
	for name, body := range map[string]string{"text": text, "HTML": html} {
		for _, want := range []string{"1 Apr 2026, 12:05 UTC", "https://go.example.com/forgot-password"} {
			if !strings.Contains(body, want) {
				t.Errorf("%q is not in the %s:\n%s", want, name, body)
			}
		}
	}
	if strings.Contains(html, "button does not work") || strings.Contains(text, "\n\n\n") {
		t.Errorf("a part that is not there left a trace:\n%s\n%s", text, html)
	}
}

func TestMailer_AbuseOutcomeIsInTheLanguageOfTheReporter(t *testing.T) {
	t.Parallel()
	for lang, want := range map[locale.Fixed][]string{
		"":   {"Your report about go.example/x", "Hello,", "You reported the link go.example/x.", `<html lang="en" dir="ltr">`},
		"de": {"Ihre Meldung zu go.example/x", "Guten Tag,", "Wir haben ihn geprüft und gesperrt.", `<html lang="de" dir="ltr">`},
		"ar": {"بلاغك بشأن \u2068go.example/x\u2069", "مرحبًا،", "راجعناه وجعلنا الرابط غير متاح.", `<html lang="ar" dir="rtl">`},
	} {
		m, dir, _, _ := newFolder(t)
		to := account.Recipient{Address: "eve@example.com", Language: lang}
		if err := m.AbuseOutcome(t.Context(), to, "go.example/x", true); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(files(t, dir)[0])
		if err != nil {
			t.Fatal(err)
		}
		header, plain, html := read(t, bytes.NewReader(content))
		subject, err := new(mime.WordDecoder).DecodeHeader(header.Get("Subject"))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range want {
			if !strings.Contains(subject+plain+html, text) {
				t.Errorf("%q: lacks %q: %s\n%s\n%s", lang, text, subject, plain, html)
			}
		}
	}
}

func TestMailer_InvitationIsInTheLanguageOfTheInviter(t *testing.T) {
	t.Parallel()
	i := member.Invitation{
		Email: "eve@example.com", InviterName: "Ada", WorkspaceName: "Oat Street", Role: access.Editor, ExpiresAt: time.Date(2026, 12, 6, 9, 30, 0, 0, time.UTC),
	}
	for lang, want := range map[locale.Fixed][]string{
		"":   {"Ada invited you to Oat Street", "Hello,", "the workspace “Oat Street” on https://go.example", "until 6 Dec 2026, 09:30 UTC", "Accept the invitation"},
		"de": {"Ada hat Sie zu Oat Street eingeladen", "Guten Tag,", "in den Workspace „Oat Street“", "bis 6. Dezember 2026, 09:30 UTC", "Einladung annehmen"},
		"he": {"הזמנה מאת \u2068Ada\u2069", `dir="rtl"`},
	} {
		m, dir, _, _ := newFolder(t)
		if err := m.WorkspaceInvitation(t.Context(), i, link, lang); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(files(t, dir)[0])
		if err != nil {
			t.Fatal(err)
		}
		header, plain, html := read(t, bytes.NewReader(content))
		subject, err := new(mime.WordDecoder).DecodeHeader(header.Get("Subject"))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range append(want, link) {
			if !strings.Contains(subject+plain+html, text) {
				t.Errorf("%q: lacks %q: %s\n%s\n%s", lang, text, subject, plain, html)
			}
		}
	}
}

func TestMailer_EscapesNames(t *testing.T) {
	t.Parallel()
	m, dir, _, _ := newFolder(t)
	evil := account.Recipient{Name: "<script>alert(1)</script>\r\nBcc: x@example.com", Address: "ada@example.com"}
	if err := m.PasswordReset(t.Context(), evil, link, time.Hour); err != nil {
		t.Fatal(err)
	}
	raw, err := os.Open(files(t, dir)[0])
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	header, _, html := read(t, raw)
	if header.Get("Bcc") != "" || strings.Contains(html, "<script>") {
		t.Errorf("header %v\n%s", header, html)
	}
}

func TestFolder_DeletesOldMails(t *testing.T) {
	t.Parallel()
	m, dir, manual, _ := newFolder(t)
	send := func() {
		t.Helper()
		if err := m.PasswordReset(t.Context(), ada(), link, time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	send()
	send()
	manual.Advance(maxAge - time.Hour)
	send()
	if n := len(files(t, dir)); n != 3 {
		t.Fatalf("%d files", n)
	}
	notOurs := filepath.Join(dir, "0-notes.txt")
	if err := os.WriteFile(notOurs, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	manual.Advance(2 * time.Hour)
	send()
	if got := files(t, dir); len(got) != 3 || got[0] != notOurs {
		t.Errorf("what is left: %v", got)
	}
}

func TestFolder_ReportsWriteErrors(t *testing.T) {
	t.Parallel()
	blocked := filepath.Join(t.TempDir(), "mail")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := New(Options{Dir: blocked, PublicURL: "http://localhost:8080", Clock: noon(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.PasswordReset(context.Background(), ada(), link, time.Hour); err == nil || strings.Contains(err.Error(), token) {
		t.Errorf("got %v", err)
	}
}

func TestDuration_Format(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{time.Hour: "1 hour", 2 * time.Hour: "2 hours", 90 * time.Minute: "90 minutes", time.Minute: "1 minute"} {
		if got := duration(d); got != want {
			t.Errorf("%v is %q", d, got)
		}
	}
}
