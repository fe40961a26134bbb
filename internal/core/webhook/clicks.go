package webhook

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/click/clickview"
)

// Bounds of the clicks that webhooks get.
const (
	// SendClicksEvery is the time between two messages about clicks.
	SendClicksEvery = 5 * time.Second

	maxMessageClicks = 200       // of a message
	maxMessageBytes  = 200 << 10 // of the clicks of a message, below MaxBody
	maxSample        = 100       // percent

	receiversValid   = 10 * time.Second
	receiversTimeout = 2 * time.Second // of a read
)

// ClickSettings choose the clicks that a webhook gets with the event link.clicked.
type ClickSettings struct {
	ClickSample int  `json:"clickSample" optional:"true" minimum:"1" maximum:"100" doc:"The share of clicks that link.clicked sends, in percent; 100 by default. The same clicks are chosen each time." example:"100"`
	ClickBots   bool `json:"clickBots" optional:"true" doc:"link.clicked also sends clicks by bots."`
}

// checkClicks sets the default, and adds an error of a share that there is not.
func (s *ClickSettings) checkClicks(faults *fault.List) {
	s.ClickSample = cmp.Or(s.ClickSample, maxSample)
	if s.ClickSample < 1 || s.ClickSample > maxSample {
		faults.Add("clickSample", "The share of clicks is 1 to 100 percent.")
	}
}

// wants reports whether a webhook with these settings gets a click.
func (s ClickSettings) wants(id uint64, bot bool) bool {
	// Multiplying by 2⁶⁴/φ spreads numbers that follow each other (Fibonacci hashing).
	return (s.ClickBots || !bot) && int(id*0x9E3779B97F4A7C15>>32%maxSample) < s.ClickSample
}

// ClickReceivers knows the webhooks that get clicks. A change is seen after at most ten
// seconds. It is not safe for concurrent use.
type ClickReceivers struct {
	store ClickStore
	clock clock.Clock
	known map[uint64][]ClickSettings // by the number of the workspace
	until time.Time
}

// ClickStore is the part of Store that ClickReceivers reads.
type ClickStore interface {
	// ClickWebhooks returns the enabled webhooks of all workspaces that get clicks.
	ClickWebhooks(ctx context.Context) ([]Webhook, error)
}

// NewClickReceivers returns receivers that are read from store when the first click comes.
func NewClickReceivers(store ClickStore, clock clock.Clock) *ClickReceivers {
	return &ClickReceivers{store: store, clock: clock}
}

// Wants reports whether a webhook gets the click: one on a link that figures count, and not
// one of which only sums may be shown. While the records are unavailable the last known
// receivers are valid.
func (r *ClickReceivers) Wants(ctx context.Context, c *click.Click) bool {
	if c.LinkID == 0 || !c.Outcome.Counts() || c.IsAggregate() {
		return false
	}
	r.refresh(ctx)
	for _, s := range r.known[c.WorkspaceID] {
		if s.wants(c.ID, c.Bot != "") {
			return true
		}
	}
	return false
}

func (r *ClickReceivers) refresh(ctx context.Context) {
	now := r.clock.Now()
	if now.Before(r.until) {
		return
	}
	r.until = now.Add(receiversValid)
	ctx, cancel := context.WithTimeout(ctx, receiversTimeout)
	defer cancel()
	all, err := r.store.ClickWebhooks(ctx)
	if err != nil {
		return
	}
	r.known = make(map[uint64][]ClickSettings)
	for _, w := range all {
		id, _ := ident.Number(w.WorkspaceID)
		r.known[id] = append(r.known[id], w.ClickSettings)
	}
}

// WaitingClicks are clicks of a workspace that are counted and not yet sent.
type WaitingClicks struct {
	ID          string
	WorkspaceID string
	Clicks      []clickview.Click // with the id of the domain instead of its host
	Omitted     int               // further clicks that were left out
	At          time.Time
}

// NewWaitingClicks returns clicks that were stored at a time.
func NewWaitingClicks(workspace uint64, clicks []click.Click, omitted int, at time.Time) WaitingClicks {
	w := WaitingClicks{
		ID: ident.New(ident.Event), WorkspaceID: ident.Text(ident.Workspace, workspace),
		Clicks: make([]clickview.Click, len(clicks)), Omitted: omitted, At: at,
	}
	for i, c := range clicks {
		w.Clicks[i] = clickview.Of(c, ident.Text(ident.Domain, c.DomainID))
	}
	return w
}

// clicksData is the data of LinkClicked.
type clicksData struct {
	Clicks []json.RawMessage `json:"clicks"`
	// Sample is the share of clicks that is sent, in percent.
	Sample int `json:"sample"`
	// Omitted counts clicks of the workspace that were left out, because too many came at once.
	Omitted int `json:"omitted"`
}

// ClickMessages returns the messages about clicks of the webhook's workspace. hosts has the
// hosts of domains by their ids.
func (w Webhook) ClickMessages(waiting []WaitingClicks, hosts map[string]string, now time.Time) []Message {
	var messages []Message
	data, size := clicksData{Sample: w.ClickSample, Clicks: []json.RawMessage{}}, 0
	end := func() {
		messages = append(messages, newMessage(ident.New(ident.Event), w.WorkspaceID, LinkClicked, w.ID, data, now))
		data.Clicks, data.Omitted, size = []json.RawMessage{}, 0, 0
	}
	for _, some := range waiting {
		data.Omitted += some.Omitted
		for _, c := range some.Clicks {
			number, _ := ident.Number(c.ID)
			if !w.wants(number, c.Bot) {
				continue
			}
			c.Domain = hosts[c.Domain]
			raw, _ := json.Marshal(c) // texts, numbers and times always encode
			if len(data.Clicks) == maxMessageClicks || size+len(raw) > maxMessageBytes && size > 0 {
				end()
			}
			data.Clicks, size = append(data.Clicks, raw), size+len(raw)
		}
	}
	if len(data.Clicks) > 0 || data.Omitted > 0 {
		end()
	}
	return messages
}

// SendClicks makes messages of the clicks that wait, in steps.
func (s *Service) SendClicks(ctx context.Context) error {
	for {
		more, err := s.Store.SendClicks(ctx, s.Clock.Now())
		if cmp.Or(err, ctx.Err()) != nil || !more {
			return err
		}
	}
}
