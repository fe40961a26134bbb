package webhook

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/event"
)

// MaxBody bounds the body of a request in bytes. The data of a larger message is
// replaced by the id of its subject.
const MaxBody = 256 << 10

// Bounds of the messages that wait for a receiver that does not answer. Data of more than
// MaxBacklogData bytes is replaced as above when Backlog deliveries of a webhook are
// pending; further messages are dropped when MaxPending are. A workspace thus has at most
// MaxWebhooks*MaxPending pending deliveries.
const (
	Backlog        = 100
	MaxBacklogData = 2 << 10
	MaxPending     = 500
)

// Type is the type of a message. The values are part of the API; most are those of
// the audit log.
type Type string

// The types.
const (
	LinkCreated        Type = Type(event.LinkCreated)
	LinkUpdated        Type = Type(event.LinkUpdated)
	LinkDeleted        Type = Type(event.LinkDeleted)
	LinkRestored       Type = Type(event.LinkRestored)
	LinksImported      Type = Type(event.LinksImported)
	LinkClicked        Type = "link.clicked"
	BioPagePublished   Type = Type(event.BioPagePublished)
	BioPageUnpublished Type = Type(event.BioPageUnpublished)
	FormSubmitted      Type = "bio_page.form_submitted"
	DomainVerified     Type = Type(event.DomainVerified)
	DomainFailing      Type = Type(event.DomainFailing)
	MemberJoined       Type = Type(event.MemberJoined)
	MemberRemoved      Type = Type(event.MemberRemoved)
	LeadTracked        Type = Type(event.LeadTracked)
	SaleTracked        Type = Type(event.SaleTracked)
	AlertRaised        Type = "alert.raised"

	// Test is the type of the message with which a member tests a webhook.
	Test Type = "webhook.test"
)

// Types returns the types that a webhook can select, in the order in which they are
// listed.
func Types() []Type {
	return []Type{
		LinkCreated, LinkUpdated, LinkDeleted, LinkRestored, LinkClicked, LinksImported, BioPagePublished, BioPageUnpublished, FormSubmitted,
		DomainVerified, DomainFailing, MemberJoined, MemberRemoved, LeadTracked, SaleTracked, AlertRaised,
	}
}

// Selectable reports whether a webhook can select the type.
func (t Type) Selectable() bool { return slices.Contains(Types(), t) }

// Message is an event for the webhooks of a workspace.
type Message struct {
	ID          string // of the event in the audit log, if it is recorded there
	WorkspaceID string
	Type        Type
	SubjectID   string
	Data        []byte // a JSON object without the fields that Body adds
	At          time.Time
}

// Link is the data of the types of links: the state after the change. As in the API, null
// means "not set".
type Link struct {
	ID          string     `json:"id"`
	ShortURL    string     `json:"shortUrl"` // Body sets it
	Domain      string     `json:"domain"`
	Aliases     []string   `json:"aliases"`
	URL         string     `json:"url"`
	Title       *string    `json:"title"`
	Tags        []string   `json:"tags"`
	FolderID    *string    `json:"folderId"`
	HasPassword bool       `json:"hasPassword"`
	Archived    bool       `json:"archived"`
	Blocked     bool       `json:"blocked"`
	StartsAt    *time.Time `json:"startsAt"`
	ExpiresAt   *time.Time `json:"expiresAt"`
	MaxClicks   *int64     `json:"maxClicks"`
	Version     int64      `json:"version"`
}

// BioPage is the data of the types of bio pages.
type BioPage struct {
	ID       string `json:"id"`
	URL      string `json:"url"` // Body sets it
	Domain   string `json:"domain"`
	Alias    string `json:"alias"`
	Title    string `json:"title"`
	Revision int64  `json:"revision"`
}

// FormResponse is the data of FormSubmitted: what a visitor sent.
type FormResponse struct {
	ID        string    `json:"id"`
	PageID    string    `json:"pageId"`
	BlockID   string    `json:"blockId"`
	Form      string    `json:"form"`
	Email     string    `json:"email"`
	Consent   string    `json:"consent"`
	CreatedAt time.Time `json:"createdAt"`
}

// Domain is the data of the types of domains.
type Domain struct {
	ID     string `json:"id"`
	Host   string `json:"host"`
	Status string `json:"status"`
}

// Member is the data of the types of members.
type Member struct {
	UserID string `json:"userId"`
	Role   string `json:"role"`
}

// Import is the data of LinksImported: one step of an import.
type Import struct {
	JobID   string `json:"jobId"`
	Created int    `json:"created"`
	Updated int    `json:"updated"`
}

// Conversion is the data of LeadTracked and SaleTracked.
type Conversion struct {
	ID        string `json:"id"`
	ClickID   string `json:"clickId"`
	EventName string `json:"eventName"`
	Amount    int64  `json:"amount"` // in minor units of Currency
	Currency  string `json:"currency"`
	InvoiceID string `json:"invoiceId"`
}

// Alert is the data of AlertRaised.
type Alert struct {
	ID     string  `json:"id"`
	Name   string  `json:"name"`
	Kind   string  `json:"kind"`
	Period *Period `json:"period"` // null: of first clicks
	Clicks int64   `json:"clicks"` // of the period
	Usual  float64 `json:"usual"`
	Links  int     `json:"links"` // that had their first click
	// LinkIDs are at most MaxAlertLinks of these links.
	LinkIDs []string `json:"linkIds"`
}

// Period is the time that an alert is about; End is exclusive.
type Period struct {
	Start time.Time `json:"start"`
	End   time.Time `json:"end"`
}

// MaxAlertLinks bounds the links in a message about first clicks.
const MaxAlertLinks = 100

// AlertMessage returns the message of an alert that was raised.
func AlertMessage(workspaceID string, a Alert, at time.Time) Message {
	a.LinkIDs = orEmpty(a.LinkIDs)
	return newMessage(ident.New(ident.Event), workspaceID, AlertRaised, a.ID, a, at)
}

// MessageOf returns the message of an event, or false for events that are not sent.
func MessageOf(e event.Event) (Message, bool) {
	t := Type(e.Kind)
	if e.WorkspaceID == "" || !t.Selectable() {
		return Message{}, false
	}
	data, err := dataOf(t, e)
	if err != nil { // the payload of another version
		return Message{}, false
	}
	return newMessage(e.ID, e.WorkspaceID, t, e.SubjectID, data, e.At), true
}

// FormMessage returns the message of a response to a form.
func FormMessage(workspaceID string, r FormResponse) Message {
	return newMessage(ident.New(ident.Event), workspaceID, FormSubmitted, r.ID, r, r.CreatedAt)
}

func newMessage(id, workspaceID string, t Type, subjectID string, data any, at time.Time) Message {
	raw, err := json.Marshal(data)
	if err != nil {
		raw = []byte("{}") // texts, numbers and times always encode
	}
	return Message{ID: id, WorkspaceID: workspaceID, Type: t, SubjectID: subjectID, Data: raw, At: at.UTC()}
}

// dataOf returns the data of a message about an event.
func dataOf(t Type, e event.Event) (any, error) {
	switch noun, _, _ := strings.Cut(string(t), "."); noun {
	case "link":
		l, err := event.Decode[Link](e)
		l.ID, l.Title, l.FolderID, l.MaxClicks = e.SubjectID, nonZero(l.Title), nonZero(l.FolderID), nonZero(l.MaxClicks)
		l.StartsAt, l.ExpiresAt = nonZeroTime(l.StartsAt), nonZeroTime(l.ExpiresAt)
		l.Aliases, l.Tags = orEmpty(l.Aliases), orEmpty(l.Tags)
		return l, err
	case "bio_page":
		c, err := event.Decode[event.Change[event.BioPage]](e)
		p := stateOf(c)
		return BioPage{ID: e.SubjectID, Domain: p.Domain, Alias: p.Alias, Title: p.Title, Revision: p.Revision}, err
	case "domain":
		c, err := event.Decode[event.Change[event.Domain]](e)
		d := stateOf(c)
		return Domain{ID: e.SubjectID, Host: d.Host, Status: d.Status}, err
	case "member":
		c, err := event.Decode[event.Change[event.Member]](e)
		return Member{UserID: e.SubjectID, Role: stateOf(c).Role}, err
	case "links":
		i, err := event.Decode[event.Import](e)
		return Import{JobID: e.SubjectID, Created: i.Created, Updated: i.Updated}, err
	default:
		c, err := event.Decode[event.Conversion](e)
		return Conversion{
			ID:        e.SubjectID,
			ClickID:   c.ClickID,
			EventName: c.EventName,
			Amount:    c.Amount,
			Currency:  c.Currency,
			InvoiceID: c.InvoiceID,
		}, err
	}
}

// stateOf returns the state after a change, or before a deletion.
func stateOf[T any](c event.Change[T]) (state T) {
	switch {
	case c.After != nil:
		return *c.After
	case c.Before != nil:
		return *c.Before
	}
	return state
}

// nonZero returns nil for a zero value, which events have for "not set".
func nonZero[T comparable](v *T) *T {
	var zero T
	if v == nil || *v == zero {
		return nil
	}
	return v
}

func nonZeroTime(t *time.Time) *time.Time {
	if t == nil || t.IsZero() {
		return nil
	}
	return t
}

func orEmpty(texts []string) []string {
	if texts == nil {
		return []string{}
	}
	return texts
}

// envelope is the body of a request, as the Standard Webhooks specification
// recommends.
type envelope struct {
	Type      Type            `json:"type"`
	Timestamp time.Time       `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

// Body returns the body of the requests of a message, at most MaxBody bytes of JSON.
// scheme is that of short links.
func (m Message) Body(scheme string) ([]byte, error) {
	data, err := m.addressed(scheme)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(envelope{m.Type, m.At, data})
	if err != nil || len(body) <= MaxBody {
		return body, err
	}
	return json.Marshal(envelope{m.Type, m.At, m.Truncated().Data})
}

// truncated replaces the data of a message.
type truncated struct {
	ID        string `json:"id"`
	Truncated bool   `json:"truncated"`
}

// Truncated returns the message with the id of its subject as its data.
func (m Message) Truncated() Message {
	m.Data, _ = json.Marshal(truncated{m.SubjectID, true}) // a text always encodes
	return m
}

// addressed returns the data with its public URL, which depends on the install.
func (m Message) addressed(scheme string) (json.RawMessage, error) {
	if bytes.Equal(m.Data, m.Truncated().Data) {
		return m.Data, nil
	}
	switch m.Type {
	case LinkCreated, LinkUpdated, LinkDeleted, LinkRestored:
		return with(m.Data, func(l *Link) {
			if len(l.Aliases) > 0 {
				l.ShortURL = scheme + "://" + l.Domain + "/" + l.Aliases[0]
			}
		})
	case BioPagePublished, BioPageUnpublished:
		return with(m.Data, func(p *BioPage) { p.URL = scheme + "://" + p.Domain + "/" + p.Alias })
	}
	return m.Data, nil
}

// with returns JSON after a change of the value that it encodes.
func with[T any](data []byte, change func(*T)) (json.RawMessage, error) {
	var value T
	if err := json.Unmarshal(data, &value); err != nil {
		return nil, err
	}
	change(&value)
	return json.Marshal(value)
}
