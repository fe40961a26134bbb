package conversion

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/access"
	"linnet/internal/core/click"
	"linnet/internal/core/event"
	"linnet/internal/core/visitor"
)

// Store is the record store of conversions. One method is one transaction.
type Store interface {
	// InsertConversion stores a new one with its event and returns it, and
	// true; or the one with the same Dedupe that was there, and false.
	InsertConversion(ctx context.Context, c Conversion, e event.Event) (Conversion, bool, error)
	// ClickOfCustomer returns the id of the click of the customer's last
	// conversion that is not Unknown, or NotFound.
	ClickOfCustomer(ctx context.Context, workspaceID, customerID string) (string, error)
	// LinkFolder returns the folder of a link, or NotFound when the view has no such
	// link, or when the link was deleted.
	LinkFolder(ctx context.Context, v access.View, linkID string) (string, error)
	// Conversions returns one page of those whose links are in the view, the newest
	// first.
	Conversions(ctx context.Context, v access.View, f Filter) (Page, error)
	// PendingConversions returns the oldest pending ones of all workspaces
	// that come after one, by time and id.
	PendingConversions(ctx context.Context, after Conversion, limit int) ([]Conversion, error)
	// SettleConversion stores State and Click of a pending one.
	SettleConversion(ctx context.Context, c Conversion) error
	// CountedConversions returns those that are counted, of all workspaces,
	// with an id above after, by id.
	CountedConversions(ctx context.Context, after string, limit int) ([]Conversion, error)
	// ReclassifyConversion stores the class of a counted one's click.
	ReclassifyConversion(ctx context.Context, id string, class visitor.BotReason) error
}

// Clicks is the click store.
type Clicks interface {
	// Find returns the click on a link of the workspace, or NotFound.
	Find(ctx context.Context, workspaceID, clickID uint64) (click.Click, error)
}

// Filter chooses conversions. The zero value is the first 50.
type Filter struct {
	LinkID string
	Kind   Kind
	Limit  int // 1–100; 0 means 50
	Cursor string
}

// Page is a part of a list. NextCursor is empty on the last page.
type Page struct {
	Conversions []Conversion
	NextCursor  string
	Total       int
}

const (
	defaultLimit = 50
	maxLimit     = 100
)

// Deps are the dependencies of a Service.
type Deps struct {
	Store  Store
	Clicks Clicks
	// OnTheWay reports whether a click of that time may be in a journal and not in the
	// click store yet.
	OnTheWay func(at time.Time) bool
	// Leader settles conversions on one node at a time, where nodes share a click
	// store; nil: each node has its own.
	Leader *loop.Leader
	Clock  clock.Clock
	Log    *slog.Logger
}

// Service records and lists conversions.
type Service struct {
	Deps
	wakeUp chan struct{} // of Run; holds one
}

// NewService returns a service. Run settles pending conversions.
func NewService(d Deps) *Service { return &Service{Deps: d, wakeUp: make(chan struct{}, 1)} }

// Track records a report. made is false for a repeated report, for which the
// first conversion is returned. The conversion is Pending until its click is in
// the click store. A click of another workspace is Invalid.
func (s *Service) Track(ctx context.Context, a access.Actor, r Report) (c Conversion, made bool, err error) {
	if err := access.Require(a, access.TrackConversions); err != nil {
		return Conversion{}, false, err
	}
	c, number, err := r.conversion()
	if err != nil {
		return Conversion{}, false, err
	}
	c.WorkspaceID, c.At = a.WorkspaceID, s.Clock.Now()
	if number == 0 {
		if c.ClickID, err = s.Store.ClickOfCustomer(ctx, a.WorkspaceID, c.CustomerID); err != nil {
			if fault.Is(err, fault.NotFound) {
				return Conversion{}, false, fault.New(fault.Invalid, "No lead of this customer is known. Send the click's id.").
					At("clickId")
			}
			return Conversion{}, false, err
		}
		number, _ = ident.Number(c.ClickID)
	}
	if err := s.find(ctx, &c, number); err != nil {
		return Conversion{}, false, err
	}
	if err := s.requireVisible(ctx, a, c); err != nil {
		return Conversion{}, false, err
	}
	c, made, err = s.Store.InsertConversion(ctx, c, tracked(a, c))
	if err == nil && !made {
		err = s.requireVisible(ctx, a, c) // an earlier one, maybe of another click
	}
	if err == nil && c.State == Pending {
		s.wake()
	}
	return c, made, err
}

// requireVisible returns Invalid for a conversion of a link that is hidden from the
// actor, as for a click that does not exist.
func (s *Service) requireVisible(ctx context.Context, a access.Actor, c Conversion) error {
	if !a.View().Limited() || c.Click.LinkID == 0 {
		return nil
	}
	_, err := s.Store.LinkFolder(ctx, a.View(), ident.Text(ident.Link, c.Click.LinkID))
	if fault.Is(err, fault.NotFound) {
		return errNoClick()
	}
	return err
}

func errNoClick() error {
	return fault.New(fault.Invalid, "This workspace has no such click.").At("clickId")
}

// find looks up the click. OnTheWay is read first: a click is in the journal
// before its visitor leaves, so one that is neither there nor in the click store
// does not exist.
func (s *Service) find(ctx context.Context, c *Conversion, number uint64) error {
	onTheWay := s.OnTheWay(click.TimeOfID(number))
	workspace, ok := ident.Number(c.WorkspaceID)
	if !ok {
		return fmt.Errorf("workspace %q has no number", c.WorkspaceID)
	}
	found, err := s.Clicks.Find(ctx, workspace, number)
	switch {
	case err == nil:
		c.settle(found)
		return nil
	case !fault.Is(err, fault.NotFound):
		if ctx.Err() != nil {
			return err
		}
		s.Log.WarnContext(ctx, "click lookup failed, conversion pending", "err", err)
		return nil
	case onTheWay:
		return nil
	default:
		return errNoClick()
	}
}

// settle ties the conversion to its click.
func (c *Conversion) settle(found click.Click) {
	found.Visitor = 0 // conversions do not identify visitors
	c.State, c.Click = Counted, found
}

// tracked returns the event of a new conversion.
func tracked(a access.Actor, c Conversion) event.Event {
	kind := event.LeadTracked
	if c.Kind == Sale {
		kind = event.SaleTracked
	}
	return event.New(a.By(), kind, a.WorkspaceID, c.ID, event.Conversion{
		ClickID:   c.ClickID,
		EventName: c.EventName,
		Amount:    c.Amount,
		Currency:  c.Currency,
		InvoiceID: c.InvoiceID,
	}, c.At)
}

// List returns one page of the workspace's conversions, the newest first.
func (s *Service) List(ctx context.Context, a access.Actor, f Filter) (Page, error) {
	if err := access.Require(a, access.ReadAnalytics); err != nil {
		return Page{}, err
	}
	if f.Limit == 0 {
		f.Limit = defaultLimit
	}
	if f.Limit < 1 || f.Limit > maxLimit {
		return Page{}, fault.New(fault.Invalid, fmt.Sprintf("A page holds 1 to %d conversions.", maxLimit)).At("limit")
	}
	return s.Store.Conversions(ctx, a.View(), f)
}

func (s *Service) wake() {
	select {
	case s.wakeUp <- struct{}{}:
	default:
	}
}

// clickTimeout is how long a conversion is pending: longer than the click store
// can be unavailable without an operator noticing.
const clickTimeout = 7 * 24 * time.Hour
