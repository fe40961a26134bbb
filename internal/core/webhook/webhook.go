// Package webhook sends events of a workspace to URLs that its admins chose. The
// requests follow the Standard Webhooks specification: they are signed, carry an id
// for deduplication, and are retried until the receiver accepts them.
package webhook

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
)

// Limits of webhooks.
const (
	MaxWebhooks    = 20 // per workspace
	MaxURL         = 2048
	MaxDescription = 200 // characters
	MaxOverlap     = 30 * 24 * time.Hour
)

// Reason is why a webhook is disabled. The values are part of the API.
type Reason string

// The reasons.
const (
	Enabled       Reason = ""        // it is not disabled
	ByMember      Reason = "member"  // a member disabled it
	ReceiverGone  Reason = "gone"    // the receiver responded with 410
	AlwaysFailing Reason = "failing" // every attempt failed for DisableAfter
)

// Webhook is a receiver of events.
type Webhook struct {
	ID          string
	WorkspaceID string
	URL         string
	Description string
	Events      []Type // sorted

	SealedSecret   []byte
	SealedPrevious []byte // the secret before the last rotation; empty: none
	// PreviousExpiresAt is when requests are no longer signed with the previous
	// secret; zero or past: they are not.
	PreviousExpiresAt time.Time

	DisabledAt     time.Time // zero: enabled
	DisabledReason Reason
	FailingSince   time.Time // of the first failure after the last success; zero: the last attempt succeeded
	LastAttemptAt  time.Time // zero: none
	LastSuccessAt  time.Time // zero: none
	Dropped        int64     // messages that were not stored, because MaxPending were waiting
	DroppedAt      time.Time // the last one; zero: none
	CreatedAt      time.Time
	UpdatedAt      time.Time
}

// Enabled reports whether events are sent.
func (w Webhook) Enabled() bool { return w.DisabledAt.IsZero() }

// Host returns the host of the URL. Unlike the URL it contains no secret, which
// receivers often put into the path.
func (w Webhook) Host() string {
	u, err := url.Parse(w.URL)
	if err != nil {
		return ""
	}
	return u.Host
}

// state returns the webhook as events of the audit log have it.
func (w Webhook) state() event.Webhook {
	return event.Webhook{Host: w.Host(), Description: w.Description, Events: names(w.Events), Enabled: w.Enabled()}
}

func names(types []Type) []string {
	out := make([]string, len(types))
	for i, t := range types {
		out[i] = string(t)
	}
	return out
}

// Draft describes a new webhook as a client sent it.
type Draft struct {
	URL         string
	Events      []string
	Description string
}

// Patch is a partial update of a webhook; nil leaves a field unchanged.
type Patch struct {
	URL         *string
	Events      *[]string
	Description *string
	Enabled     *bool
}

// on returns the webhook with the patch applied, or Invalid. checkURL adds errors of
// the URL.
func (p Patch) on(w Webhook, checkURL func(l *fault.List, u *url.URL), now time.Time) (Webhook, error) {
	var faults fault.List
	if p.URL != nil {
		w.URL = strings.TrimSpace(*p.URL)
		if u := parseURL(&faults, w.URL); u != nil {
			checkURL(&faults, u)
		}
	}
	if p.Events != nil {
		w.Events = parseEvents(&faults, *p.Events)
	}
	if p.Description != nil {
		w.Description = strings.Join(strings.Fields(*p.Description), " ")
		checkDescription(&faults, w.Description)
	}
	if p.Enabled != nil && *p.Enabled != w.Enabled() {
		w.DisabledAt, w.DisabledReason, w.FailingSince = time.Time{}, Enabled, time.Time{}
		if !*p.Enabled {
			w.DisabledAt, w.DisabledReason = now, ByMember
		}
	}
	return w, faults.Err()
}

// parseURL returns the URL, or nil after it added an error.
func parseURL(faults *fault.List, text string) *url.URL {
	if text == "" {
		faults.Add("url", "Enter the URL that receives the events.")
		return nil
	}
	if len(text) > MaxURL {
		faults.Add("url", fmt.Sprintf("The URL of a webhook has at most %d characters.", MaxURL))
		return nil
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http":
		faults.Add("url", "Enter a URL that begins with https://, such as https://example.com/hooks.")
		return nil
	case u.User != nil:
		faults.Add("url", "The URL must not contain a user name or a password. Verify the signature instead.")
		return nil
	case u.Fragment != "":
		faults.Add("url", "The URL must not contain a fragment (#), which is not sent.")
		return nil
	}
	return u
}

func parseEvents(faults *fault.List, texts []string) []Type {
	if len(texts) == 0 {
		faults.Add("events", "Select at least one event.")
	}
	var types []Type
	for i, text := range texts {
		t := Type(text)
		if !t.Selectable() {
			faults.Add(fmt.Sprintf("events[%d]", i), "Unknown event. Use one such as link.created.")
		}
		if faults.Full() {
			break
		}
		types = append(types, t)
	}
	slices.Sort(types)
	return slices.Compact(types)
}

func checkDescription(faults *fault.List, text string) {
	switch {
	case utf8.RuneCountInString(text) > MaxDescription:
		faults.Add("description", fmt.Sprintf("The description has at most %d characters.", MaxDescription))
	case strings.ContainsFunc(text, unicode.IsControl):
		faults.Add("description", "The description contains a control character.")
	}
}
