package link

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"time"
	"unicode/utf8"

	"linnet/internal/base/clock"
	"linnet/internal/base/errlog"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// ShownTitle is the title that people see: their own, else the page's.
func (l *Link) ShownTitle() string {
	if l.Title != "" {
		return l.Title
	}
	return l.PageTitle
}

// WantsTitle reports whether the link's title is its page's to give. Only the
// web has pages.
func (l *Link) WantsTitle() bool {
	scheme, _ := Scheme(l.URL)
	return l.Title == "" && (scheme == "http" || scheme == "https")
}

// Bounds of reading titles.
const (
	titleTries   = 3                // of a page that does not answer
	titleLease   = 5 * time.Minute  // how long one reader has a page alone; a read takes seconds
	titleRetry   = 30 * time.Second // after the first failure; four times that after the second
	titleEvery   = 5 * time.Second  // how often it is looked for what is due
	titleReaders = 4                // pages read at once
	titleShare   = 2                // of them for one workspace: its slow hosts leave the others to the rest
	titleSearch  = time.Second      // between two claims that pass over a workspace at its limit, which may scan its tasks
	hostEvery    = time.Second      // between two calls of one host
	hostAhead    = 24 * time.Hour   // pages of one host that would wait longer are left out
	hostsKept    = 1000             // hosts whose last call is remembered, at least
)

// Pages reads pages on the web.
type Pages interface {
	// Title returns what a page calls itself, in one line; empty for none. The
	// fault Unavailable means that it may be different later.
	Title(ctx context.Context, url string) (string, error)
}

// TitleTask is a page whose title is to be read.
type TitleTask struct {
	LinkID, WorkspaceID string
	URL                 string
	Tries               int // this one included
}

// TitleStore keeps which titles are still to be read. InsertLinks and
// UpdateLinks of Writer put tasks there, in the transaction of the link.
type TitleStore interface {
	// ClaimTitle leases a task that is due at now until until. Tasks of the
	// workspaces in except are left out. NotFound: there is none.
	ClaimTitle(ctx context.Context, now, until time.Time, except []string) (TitleTask, error)
	// PutTitleOff gives a task back, due at a later moment, with its Tries.
	PutTitleOff(ctx context.Context, t TitleTask, due time.Time) error
	// KeepTitle ends a task. The title goes to the link, with the event, if
	// that still leads there and nobody has written a title; an empty one only
	// ends the task.
	KeepTitle(ctx context.Context, t TitleTask, title string, e event.Event) error
	// Link returns one link, or NotFound.
	Link(ctx context.Context, workspaceID, id string) (*Link, error)
}

// Titler reads the titles of pages in the background: creating a link never
// waits for somebody else's server. What is still to be read is in the store
// and outlives a restart.
type Titler struct {
	store TitleStore
	pages Pages
	clk   clock.Clock
	wake  chan struct{}

	failures *errlog.Reporter

	claiming sync.Mutex // held while a task is claimed, so that readers count each other
	search   time.Time  // no claim before this moment while a workspace is at its limit

	mu      sync.Mutex
	reading map[string]int          // readers per workspace
	next    map[string]time.Time    // when a host may be called again
	turns   map[TitleTask]time.Time // put off until a moment that is theirs alone
}

// NewTitler returns a titler. Run does its work.
func NewTitler(store TitleStore, pages Pages, clk clock.Clock, log *slog.Logger) *Titler {
	return &Titler{
		store: store, pages: pages, clk: clk, failures: errlog.New(log, clk, "page title update"),
		wake: make(chan struct{}, titleReaders), next: map[string]time.Time{}, turns: map[TitleTask]time.Time{}, reading: map[string]int{},
	}
}

// Hear wakes the titler when a link may want a title.
func (t *Titler) Hear(e event.Event) {
	if e.Kind == event.LinkCreated || e.Kind == event.LinkUpdated || e.Kind == event.LinksImported {
		t.poke()
	}
}

func (t *Titler) poke() {
	select {
	case t.wake <- struct{}{}:
	default: // all are awake
	}
}

// Run reads titles until ctx ends.
func (t *Titler) Run(ctx context.Context) {
	var readers sync.WaitGroup
	for range titleReaders {
		readers.Go(func() { t.read(ctx) })
	}
	readers.Wait()
}

// read works off what is due, then waits for more.
func (t *Titler) read(ctx context.Context) {
	tick := time.NewTicker(titleEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		did, err := t.one(ctx)
		if ctx.Err() == nil {
			t.failures.Report(ctx, err)
		}
		if did && err == nil {
			continue
		}
		select {
		case <-ctx.Done():
		case <-t.wake:
		case <-tick.C:
		}
	}
}

// one works on one task, if one is due.
func (t *Titler) one(ctx context.Context) (did bool, err error) {
	now := t.clk.Now()
	task, err := t.claim(ctx, now)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer t.release(task.WorkspaceID)
	t.poke() // there may be more, for others
	if task.Tries > titleTries {
		return true, t.keep(ctx, task, "") // whoever had it died, each time
	}
	turn := t.turn(task, now)
	switch {
	case turn.Sub(now) > hostAhead:
		return true, t.keep(ctx, task, "")
	case turn.After(now):
		task.Tries--
		return true, t.store.PutTitleOff(ctx, task, turn)
	}
	title, err := t.pages.Title(ctx, task.URL)
	switch {
	case ctx.Err() != nil:
		return true, ctx.Err() // the task comes back when its lease is over
	case fault.Is(err, fault.Unavailable) && task.Tries < titleTries:
		wait := titleRetry << (2 * (task.Tries - 1))
		return true, t.store.PutTitleOff(ctx, task, t.clk.Now().Add(wait))
	case err != nil:
		title = ""
	}
	return true, t.keep(ctx, task, title)
}

// claim leases a task of a workspace that has fewer than titleShare readers,
// and counts the caller as one. release must follow. NotFound: there is none,
// or tasks were searched past a busy workspace less than titleSearch ago.
func (t *Titler) claim(ctx context.Context, now time.Time) (TitleTask, error) {
	t.claiming.Lock()
	defer t.claiming.Unlock()
	busy := t.busy()
	if len(busy) > 0 {
		at := clock.Steady(t.clk).Now()
		if at.Before(t.search) {
			return TitleTask{}, fault.New(fault.NotFound, "No title task can be claimed yet.")
		}
		t.search = at.Add(titleSearch)
	}
	task, err := t.store.ClaimTitle(ctx, now, now.Add(titleLease), busy)
	if err != nil {
		return TitleTask{}, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reading[task.WorkspaceID]++
	return task, nil
}

// busy returns the workspaces that have titleShare readers.
func (t *Titler) busy() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var full []string
	for id, readers := range t.reading {
		if readers >= titleShare {
			full = append(full, id)
		}
	}
	return full
}

func (t *Titler) release(workspaceID string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.reading[workspaceID]--; t.reading[workspaceID] == 0 {
		delete(t.reading, workspaceID)
	}
}

// turn returns when a task may call its host: now, and then nobody else may for
// a moment, or behind those that wait already. A task that comes back at its
// turn has it.
func (t *Titler) turn(task TitleTask, now time.Time) time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.turns[task]; ok {
		delete(t.turns, task)
		return now
	}
	if len(t.next) > hostsKept {
		maps.DeleteFunc(t.next, func(_ string, at time.Time) bool { return at.Before(now) })
		// Those whose link went elsewhere meanwhile never come back.
		maps.DeleteFunc(t.turns, func(_ TitleTask, at time.Time) bool { return at.Add(titleLease).Before(now) })
	}
	host := URLHost(task.URL)
	at := t.next[host]
	if at.Before(now) {
		at = now
	}
	if at.Sub(now) <= hostAhead {
		t.next[host] = at.Add(hostEvery)
	}
	if at.After(now) && at.Sub(now) <= hostAhead {
		t.turns[task] = at
	}
	return at
}

// keep ends a task with a title, or with none.
func (t *Titler) keep(ctx context.Context, task TitleTask, title string) error {
	title = cutTitle(title)
	var told event.Event
	if title != "" {
		l, err := t.store.Link(ctx, task.WorkspaceID, task.LinkID)
		switch {
		case fault.Is(err, fault.NotFound):
			title = "" // deleted meanwhile
		case err != nil:
			return err
		default:
			if told, err = newEvent(event.LinkTitled, access.Actor{}, l, normalTime(t.clk.Now())); err != nil {
				return err
			}
		}
	}
	return t.store.KeepTitle(ctx, task, title, told)
}

// cutTitle bounds a title that somebody else wrote as one's own are, and drops
// it when it is not fit to be kept.
func cutTitle(title string) string {
	if utf8.RuneCountInString(title) > MaxTitle {
		title = string([]rune(title)[:MaxTitle-1]) + "…"
	}
	if checkText(title, MaxTitle) != nil {
		return ""
	}
	return title
}
