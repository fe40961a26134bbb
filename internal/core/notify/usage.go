package notify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/event"
)

// retryAfter is the wait before a failed check is repeated.
const retryAfter = time.Minute

// nearPercent is the usage of a package from which its managers are notified.
const nearPercent = 80

// resource is what a package limits other than clicks.
type resource string

const (
	links   resource = "links"
	domains resource = "domains"
	members resource = "members"
)

// kinds returns the notifications of a resource that is nearly and completely used.
func (r resource) kinds() (near, full Kind) {
	switch r {
	case domains:
		return DomainsNearLimit, DomainsAtLimit
	case members:
		return MembersNearLimit, MembersAtLimit
	default:
		return LinksNearLimit, LinksAtLimit
	}
}

// check is a resource of a workspace whose usage is to be checked.
type check struct {
	workspaceID string
	resource    resource
}

// pending is the set of checks to run. A check is in it once, so that a thousand
// new links cost one count.
type pending struct {
	mu   sync.Mutex
	set  map[check]bool
	wake chan struct{} // receives after an addition
}

func newPending() *pending {
	return &pending{set: map[check]bool{}, wake: make(chan struct{}, 1)}
}

// schedule adds a check to the next run.
func (p *pending) schedule(c check) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set[c] = true
}

// add adds a check and starts a run.
func (p *pending) add(c check) {
	p.schedule(c)
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// OnEvent schedules a check after an event that may have changed the usage. It
// does not block.
func (s *Service) OnEvent(e event.Event) {
	switch e.Kind {
	case event.LinkCreated, event.LinksImported:
		s.pending.add(check{e.WorkspaceID, links})
	case event.DomainCreated, event.DomainRestored:
		s.pending.add(check{e.WorkspaceID, domains})
	case event.MemberJoined:
		s.pending.add(check{e.WorkspaceID, members})
	}
}

// Run checks the usage of scheduled workspaces until ctx ends. A failed check is
// repeated after retryAfter.
func (s *Service) Run(ctx context.Context) {
	loop.Task{
		Name:  "usage check",
		Every: retryAfter,
		Delay: retryAfter,
		Wake:  s.pending.wake,
		Log:   s.log,
		Do:    s.checkPending,
	}.Run(ctx)
}

// checkPending runs the scheduled checks. Those that fail stay scheduled.
func (s *Service) checkPending(ctx context.Context) error {
	var failed []error
	for _, c := range s.pending.drain() {
		if err := s.checkUsage(ctx, c); err != nil {
			failed = append(failed, fmt.Errorf("%s of workspace %s: %w", c.resource, c.workspaceID, err))
			s.pending.schedule(c)
		}
	}
	return errors.Join(failed...)
}

// drain empties the set and returns its checks.
func (p *pending) drain() []check {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := slices.Collect(maps.Keys(p.set))
	clear(p.set)
	return all
}

// checkUsage notifies the workspace's managers when a resource of its package is
// nearly or completely used: of each at most once a month and limit.
func (s *Service) checkUsage(ctx context.Context, c check) error {
	limits, err := s.limits(ctx, c.workspaceID)
	if err != nil {
		return err
	}
	bound, count := limits.Links, s.usage.CountLinks
	switch c.resource {
	case domains:
		bound, count = limits.Domains, s.usage.CountDomains
	case members:
		bound, count = limits.Members, s.usage.CountMembers
	}
	if bound == 0 {
		return nil
	}
	used, err := count(ctx, c.workspaceID)
	if err != nil || used*100 < bound*nearPercent {
		return err
	}
	kind, full := c.resource.kinds()
	if used >= bound {
		kind = full
	}
	managers, err := s.store.Managers(ctx, c.workspaceID)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	all := make([]Notification, 0, len(managers))
	for _, userID := range managers {
		all = append(all, usageNotice(userID, c.workspaceID, kind, used, bound, now))
	}
	return s.insert(ctx, all...)
}

// ClicksUsed notifies the workspace's managers that used of the month's limit of
// clicks are used: each once a month, limit and kind, in the app and by mail. It checks
// no permissions.
func (s *Service) ClicksUsed(ctx context.Context, workspaceID string, used, limit int, mail MailTask) error {
	kind := ClicksNearLimit
	if used >= limit {
		kind = ClicksAtLimit
	}
	return s.notifyManagers(ctx, workspaceID, mail, func(userID string, now time.Time) Notification {
		return usageNotice(userID, workspaceID, kind, used, limit, now)
	})
}

// usageNotice returns a notification whose topic is the month, the kind and the
// limit.
func usageNotice(userID, workspaceID string, kind Kind, used, limit int, now time.Time) Notification {
	return Notification{
		ID:          ident.New(ident.Notice),
		UserID:      userID,
		WorkspaceID: workspaceID,
		Kind:        kind,
		Topic:       fmt.Sprintf("%s %s %d %s", kind, workspaceID, limit, now.UTC().Format("2006-01")),
		Facts:       Facts{Used: used, Limit: limit},
		CreatedAt:   now,
	}
}

// PasswordGuessed notifies the workspace's managers that many wrong passwords
// were entered for a link: at most once a day and link. It checks no permissions.
func (s *Service) PasswordGuessed(ctx context.Context, workspaceID, linkID, alias string) error {
	managers, err := s.store.Managers(ctx, workspaceID)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	all := make([]Notification, 0, len(managers))
	for _, userID := range managers {
		all = append(all, Notification{
			ID:          ident.New(ident.Notice),
			UserID:      userID,
			WorkspaceID: workspaceID,
			Kind:        PasswordGuessed,
			Topic:       fmt.Sprintf("%s %s %s", PasswordGuessed, linkID, now.UTC().Format("2006-01-02")),
			Facts:       Facts{LinkID: linkID, Alias: alias},
			CreatedAt:   now,
		})
	}
	return s.insert(ctx, all...)
}
