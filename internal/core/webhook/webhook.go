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

// Settings are what an admin specifies for a new webhook.
type Settings struct {
	URL         string `json:"url" doc:"An https URL on the public internet, at most 2,048 characters." example:"https://example.com/hooks/linnet"`
	Description string `json:"description" optional:"true" doc:"At most 200 characters." example:"CRM"`
	Events      []Type `json:"events" doc:"At least one of link.created, link.updated, link.deleted, link.restored, link.clicked, links.imported, bio_page.published, bio_page.unpublished, bio_page.form_submitted, domain.verified, domain.failing, member.joined, member.removed, lead.tracked, sale.tracked and alert.raised." example:"[\"link.created\"]"` // sorted
	ClickSettings
}

// State is what an admin can change of a webhook.
type State struct {
	Settings
	Enabled bool `json:"enabled"`
}

// Webhook is a receiver of events.
type Webhook struct {
	ID          string
	WorkspaceID string
	Settings

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
func (w Webhook) auditState() event.Webhook {
	return event.Webhook{
		Host: w.Host(), Description: w.Description, Events: names(w.Events), ClickSample: w.ClickSample, ClickBots: w.ClickBots,
		Enabled: w.Enabled(),
	}
}

func names(types []Type) []string {
	out := make([]string, len(types))
	for i, t := range types {
		out[i] = string(t)
	}
	return out
}

// State returns the webhook's settings, and whether events are sent.
func (w Webhook) State() State { return State{w.Settings, w.Enabled()} }

// set changes the state of a webhook, or returns Invalid. checkURL adds errors of a new
// URL.
func (w *Webhook) set(to State, checkURL func(l *fault.List, u *url.URL), now time.Time) error {
	var faults fault.List
	to.URL = strings.TrimSpace(to.URL)
	if to.URL != w.URL || to.URL == "" {
		if u := parseURL(&faults, to.URL); u != nil {
			checkURL(&faults, u)
		}
	}
	to.Events = checkEvents(&faults, to.Events)
	to.Description = strings.Join(strings.Fields(to.Description), " ")
	checkDescription(&faults, to.Description)
	to.checkClicks(&faults)
	w.Settings = to.Settings
	if to.Enabled != w.Enabled() {
		w.DisabledAt, w.DisabledReason, w.FailingSince = time.Time{}, Enabled, time.Time{}
		if !to.Enabled {
			w.DisabledAt, w.DisabledReason = now, ByMember
		}
	}
	return faults.Err()
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

// checkEvents returns the types sorted, each once.
func checkEvents(faults *fault.List, types []Type) []Type {
	if len(types) == 0 {
		faults.Add("events", "Select at least one event.")
	}
	for i, t := range types {
		if !t.Selectable() {
			faults.Add(fmt.Sprintf("events[%d]", i), "Unknown event. Use one such as link.created.")
		}
		if faults.Full() {
			break
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(types)))
}

func checkDescription(faults *fault.List, text string) {
	switch {
	case utf8.RuneCountInString(text) > MaxDescription:
		faults.Add("description", fmt.Sprintf("The description has at most %d characters.", MaxDescription))
	case strings.ContainsFunc(text, unicode.IsControl):
		faults.Add("description", "The description contains a control character.")
	}
}
