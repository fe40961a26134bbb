package mailer

import (
	"embed"
	"fmt"
	"html/template"
	"strings"
	text "text/template"
	"time"

	"linnet/internal/core/account"
)

//go:embed templates
var templates embed.FS

// letter is what a mail says. Its text and its HTML are made of the same
// parts, so that they never say different things.
type letter struct {
	To         account.Recipient
	Subject    string
	Paragraphs []string
	Button     *button // nil: none
	After      string  // said last, in small print
}

type button struct {
	Label string
	URL   string
}

// view is what the templates see.
type view struct {
	letter
	Name string
	Site string
}

// form turns letters into bodies.
type form struct {
	html *template.Template
	text *text.Template
	site string
}

func newForm(site string) (*form, error) {
	html, err := template.ParseFS(templates, "templates/letter.html")
	if err != nil {
		return nil, fmt.Errorf("mailer: %w", err)
	}
	plain, err := text.ParseFS(templates, "templates/letter.txt")
	if err != nil {
		return nil, fmt.Errorf("mailer: %w", err)
	}
	return &form{html: html, text: plain, site: site}, nil
}

func (f *form) bodies(l letter) (plain, html string, err error) {
	v := view{letter: l, Name: l.To.Name, Site: f.site}
	var p, h strings.Builder
	if err := f.text.Execute(&p, v); err != nil {
		return "", "", fmt.Errorf("mailer: text of %q: %w", l.Subject, err)
	}
	if err := f.html.Execute(&h, v); err != nil {
		return "", "", fmt.Errorf("mailer: HTML of %q: %w", l.Subject, err)
	}
	return p.String(), h.String(), nil
}

func passwordReset(to account.Recipient, link string, valid time.Duration) letter {
	return letter{
		To:         to,
		Subject:    "Set a new password for Linnet",
		Paragraphs: []string{"Somebody, most likely you, asked for a new password for your Linnet account."},
		Button:     &button{Label: "Set a new password", URL: link},
		After:      "The link works once, for " + words(valid) + ". If you did not ask for it, do nothing: your password stays as it is.",
	}
}

func passwordChanged(to account.Recipient, site string, at time.Time) letter {
	return letter{
		To:      to,
		Subject: "Your Linnet password was changed",
		Paragraphs: []string{
			"The password of your Linnet account was changed on " + at.UTC().Format("January 2, 2006 at 15:04") + " UTC. Other sessions were logged out.",
			"If that was you, there is nothing to do.",
		},
		After: "If it was not you, set a new password now: " + site + "/forgot-password",
	}
}

// words says a duration of whole hours or minutes.
func words(d time.Duration) string {
	n, unit := int(d/time.Minute), "minute"
	if d%time.Hour == 0 {
		n, unit = int(d/time.Hour), "hour"
	}
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}
