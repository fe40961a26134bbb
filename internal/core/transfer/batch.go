package transfer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/clickhistory"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/webhost"
)

// Action is what becomes of a row.
type Action string

// The actions.
const (
	Created   Action = "created"
	Updated   Action = "updated"
	Unchanged Action = "unchanged" // the link is there, as the row has it
	Skipped   Action = "skipped"   // its alias is taken
	Failed    Action = "failed"
)

// outcome is the result of one row, with its reason.
type outcome struct {
	entry  *entry
	action Action
	link   *link.Link // the new or the unchanged link; nil when the row failed
	note   string
	recase bool  // its alias differs only in case from one that leads elsewhere
	edited bool  // an existing link gets a new version
	opens  int64 // the opening clicks to set; -1: unchanged
	// history is that of the opening clicks; none: the stored one stays.
	history clickhistory.History
}

// planner decides the outcomes of rows in batches. It writes nothing except the
// folders of an import that is not a dry run.
type planner struct {
	settings
	builder *link.Builder
	store   Store
	folders *folderBook
	limit   int // of the plan; 0: any number
	room    int // links that may still be created

	hashed  int                // passwords that this batch set
	claimed map[AliasKey]claim // by rows of this batch
	owners  map[AliasKey]AliasOwner
	kept    map[string]*link.Link
	dated   map[string]int64 // imported clicks of kept links whose days are known
	ids     externalIDs
}

// claim is the alias of a row as the row has it.
type claim struct{ alias, url string }

// decide returns the outcomes of the first rows. It returns fewer than given when
// a row changes a link of an earlier one, which must be stored first.
func (p *planner) decide(ctx context.Context, entries []*entry) ([]outcome, error) {
	made := make([]outcome, 0, len(entries))
	for _, e := range entries {
		l, err := p.build(ctx, e)
		o := outcome{entry: e, link: l, action: Created, opens: -1}
		if err != nil {
			if !fault.Rejects(err) {
				return nil, err
			}
			o = failed(e, err)
		}
		made = append(made, o)
	}
	if err := p.lookUp(ctx, made); err != nil {
		return nil, err
	}
	p.hashed = 0
	for i := range made {
		if made[i].action == Failed {
			continue
		}
		again, err := p.settle(ctx, &made[i])
		if err != nil {
			return nil, err
		}
		if again {
			return made[:i], nil
		}
	}
	return made, nil
}

func failed(e *entry, err error) outcome {
	var f *fault.Error
	if errors.As(err, &f) && len(f.Fields) > 0 {
		for _, field := range f.Fields {
			e.faults.Add(field.Field, field.Message)
		}
	} else if err != nil {
		e.faults.Add("row", err.Error())
	}
	if f != nil && len(f.Fields) == 0 {
		return outcome{entry: e, action: Failed, note: f.Message, opens: -1}
	}
	return outcome{entry: e, action: Failed, opens: -1}
}

// build returns the link that a row makes where no link is in the way.
func (p *planner) build(ctx context.Context, e *entry) (*link.Link, error) {
	if err := e.faults.Err(); err != nil {
		return nil, err
	}
	on, err := p.domainOf(ctx, e)
	if err != nil {
		return nil, err
	}
	e.draft.Domain = on.Host
	if e.draft.FolderID, err = p.folders.find(ctx, e.folder, !p.DryRun); err != nil {
		return nil, err
	}
	d := e.draft
	if p.DryRun {
		d.Password, d.FolderID = nil, "" // hashing is slow, and the folder may not exist yet
	}
	l, err := p.builder.Build(ctx, d)
	if err != nil {
		return nil, err
	}
	if e.named[CreatedAt] {
		l.CreatedAt = time.UnixMilli(e.createdAt.UnixMilli()).UTC()
	}
	l.Archived, l.OpeningClicks = e.archived, e.imported()
	if len(l.Aliases) == 0 {
		p.builder.DrawAlias(l, 0)
	}
	if len(e.aliases) == 0 {
		return l, nil
	}
	for _, alias := range e.aliases {
		if l.FoldAlias(alias) != l.FoldAlias(l.Alias()) {
			l.Aliases = append(l.Aliases, alias)
		}
	}
	if len(l.Aliases) > link.MaxAliases {
		return nil, fault.New(fault.Invalid, fmt.Sprintf("A link has at most %d aliases.", link.MaxAliases)).At(string(Aliases))
	}
	return l, p.builder.CheckAliases(ctx, l, string(Aliases))
}

// domainOf returns the domain of a row's link: of its own host when that is the
// workspace's, else the chosen one. A row on a pending domain is Invalid.
func (p *planner) domainOf(ctx context.Context, e *entry) (domain.Domain, error) {
	if e.host != "" {
		on, err := p.builder.Domain(ctx, webhost.Normal(e.host))
		switch {
		case domain.IsPending(err):
			var faults fault.List
			faults.AddErr("domain", err)
			return on, faults.Err()
		case err == nil || !fault.Is(err, fault.NotFound):
			return on, err
		}
	}
	return p.builder.Domain(ctx, p.Domain)
}

// lookUp loads the owners of the rows' aliases, and the links that the rows may
// change.
func (p *planner) lookUp(ctx context.Context, made []outcome) error {
	if p.claimed == nil || !p.DryRun { // a dry run stores nothing, so it remembers the claims of earlier batches
		p.claimed, p.ids.claimed = map[AliasKey]claim{}, map[string]bool{}
	}
	var keys []AliasKey
	for _, o := range made {
		if o.link != nil {
			keys = append(keys, keysOf(o.link)...)
		}
	}
	var err error
	if p.owners, err = p.store.AliasOwners(ctx, p.builder.WorkspaceID(), keys); err != nil {
		return err
	}
	if err := p.ids.lookUp(ctx, p.store, p.builder.WorkspaceID(), made); err != nil {
		return err
	}
	ids := slices.Collect(maps.Values(p.ids.links))
	for _, owner := range p.owners {
		ids = append(ids, owner.LinkID)
	}
	if p.kept, err = p.builder.ByID(ctx, ids); err != nil {
		return err
	}
	p.dated = nil
	if slices.ContainsFunc(made, func(o outcome) bool { return len(o.entry.history) > 0 }) {
		p.dated, err = p.store.DatedClicks(ctx, slices.Collect(maps.Keys(p.kept)))
	}
	return err
}

func keysOf(l *link.Link) []AliasKey {
	keys := make([]AliasKey, len(l.Aliases))
	for i, alias := range l.Aliases {
		keys[i] = AliasKey{l.DomainID, l.FoldAlias(alias)}
	}
	return keys
}

// settle decides a row whose link could be built. again means that it belongs
// into the next batch: it changes what an earlier row makes, or this batch has
// set link.MaxNewPasswords passwords.
func (p *planner) settle(ctx context.Context, o *outcome) (again bool, err error) {
	if settled, again, err := p.settleID(ctx, o); settled || err != nil {
		return again, err
	}
	owner, earlier, taken := p.ownerOf(o.link)
	kept := p.kept[owner.LinkID]
	alias, other, recase := p.otherCase(o.link)
	o.recase = recase && o.entry.draft.Alias != nil
	switch {
	case !taken:
	case o.entry.draft.Alias == nil:
		if err := p.redraw(ctx, o); err != nil {
			return false, err
		}
	case p.OnConflict == Suffix:
		if err := p.suffix(ctx, o); err != nil || o.action == Failed {
			return false, err
		}
	case o.recase:
		*o = failed(o.entry, errOtherCase(alias, other))
		o.recase = true
		return false, nil
	case p.OnConflict == Update && earlier:
		o.action, o.note = Updated, "An earlier row creates this link."
		p.claim(o.link)
		return !p.DryRun, nil
	case p.OnConflict == Update && kept != nil && p.passwordsUsedUp(o):
		return true, nil
	case p.OnConflict == Update && kept != nil:
		return false, p.update(ctx, o, kept)
	case p.OnConflict == Update:
		*o = failed(o.entry, fault.New(fault.Conflict, p.takenMessage(o.link, owner)).At(string(Alias)))
		return false, nil
	default:
		o.action, o.note = Skipped, p.takenMessage(o.link, owner)
		if earlier {
			o.note = "An earlier row has this alias."
		} else if kept != nil && kept.URL == o.link.URL {
			o.note = "The link already exists."
		}
		return false, nil
	}
	if p.passwordsUsedUp(o) {
		return true, nil
	}
	p.create(o)
	if o.action != Created {
		return false, nil
	}
	return false, p.setPassword(ctx, o)
}

// setsPassword reports whether storing a row costs a hash.
func (p *planner) setsPassword(o *outcome) bool {
	return !p.DryRun && o.entry.draft.NewPassword() != ""
}

func (p *planner) passwordsUsedUp(o *outcome) bool {
	return p.setsPassword(o) && p.hashed >= link.MaxNewPasswords
}

// setPassword hashes the password of a new link. It runs last, because hashing is
// slow and rows that fail or are skipped need no hash.
func (p *planner) setPassword(ctx context.Context, o *outcome) error {
	if !p.setsPassword(o) {
		return nil
	}
	p.hashed++
	return p.builder.SetPassword(ctx, o.link, o.entry.draft.NewPassword())
}

// ownerOf reports whether an alias of the link is taken, and by which owner.
// earlier reports that an earlier row of the import claims it.
func (p *planner) ownerOf(l *link.Link) (owner AliasOwner, earlier, taken bool) {
	for _, key := range keysOf(l) {
		if _, ok := p.claimed[key]; ok {
			return AliasOwner{}, true, true
		}
		if found, ok := p.owners[key]; ok && !taken {
			owner, taken = found, true
		}
	}
	return owner, false, taken
}

// otherCase returns an alias of the link and another one that differs from it only in
// case: of an earlier row or of a link of the workspace that leads elsewhere, on a domain
// that ignores case. Services with case-sensitive codes have many such pairs.
func (p *planner) otherCase(l *link.Link) (alias, other string, found bool) {
	for i, key := range keysOf(l) {
		if c, ok := p.claimed[key]; ok && c.alias != l.Aliases[i] && c.url != l.URL {
			return l.Aliases[i], c.alias, true
		}
		kept := p.kept[p.owners[key].LinkID]
		if kept == nil || kept.URL == l.URL {
			continue
		}
		at := slices.IndexFunc(kept.Aliases, func(alias string) bool { return l.FoldAlias(alias) == key.Folded })
		if at >= 0 && kept.Aliases[at] != l.Aliases[i] {
			return l.Aliases[i], kept.Aliases[at], true
		}
	}
	return "", "", false
}

// errOtherCase returns the fault of an alias on a domain that ignores case.
func errOtherCase(alias, other string) error {
	return fault.New(fault.Conflict, fmt.Sprintf(
		"“%s” differs only in case from “%s”, which leads elsewhere, and this domain ignores case. Import into a domain with case-sensitive aliases to keep both.",
		alias, other)).At(string(Alias))
}

// takenMessage returns why an alias of a link that owner has cannot be created.
func (p *planner) takenMessage(l *link.Link, owner AliasOwner) string {
	folded := l.FoldAlias(l.Alias())
	obstacle := link.Obstacle{Folded: folded, Deleted: owner.Deleted && owner.WorkspaceID == p.builder.WorkspaceID()}
	return obstacle.Message(l.Domain, folded)
}

// redraw replaces the random alias of a link until it is free.
func (p *planner) redraw(ctx context.Context, o *outcome) error {
	for try := 1; ; try++ {
		p.builder.DrawAlias(o.link, try)
		keys := keysOf(o.link)
		owners, err := p.store.AliasOwners(ctx, p.builder.WorkspaceID(), keys)
		if _, claimed := p.claimed[keys[0]]; err != nil || (len(owners) == 0 && !claimed) {
			return err
		}
	}
}

// create reserves the aliases and a place in the limit for a new link.
func (p *planner) create(o *outcome) {
	if o.link.PasswordHash == "" && o.entry.hasPassword && !o.entry.named[Password] {
		*o = failed(o.entry, fault.New(fault.Invalid,
			"This link has a password, which exports do not contain. Add a new one in a column “password”.").At(string(Password)))
		return
	}
	if p.room <= 0 {
		*o = failed(
			o.entry,
			fault.New(fault.LimitReached, "Your plan has no room for this link. Upgrade the plan, or delete links to make room."),
		)
		return
	}
	p.room--
	p.claim(o.link)
}

// claim notes the aliases and the external id of a row for the rows after it.
func (p *planner) claim(l *link.Link) {
	p.ids.claimed[l.ExternalID] = true
	for i, key := range keysOf(l) {
		p.claimed[key] = claim{l.Aliases[i], l.URL}
	}
}

// maxSuffix is the highest number that is tried as a suffix of an alias.
const maxSuffix = 200

// suffix appends the first free number to the alias. It removes additional
// aliases that are taken.
func (p *planner) suffix(ctx context.Context, o *outcome) error {
	own, domainID := o.link.Alias(), o.link.DomainID
	for first := 2; first < maxSuffix; first += 20 {
		keys := make([]AliasKey, 0, 20)
		for n := first; n < first+20; n++ {
			keys = append(keys, AliasKey{domainID, o.link.FoldAlias(fmt.Sprintf("%s-%d", own, n))})
		}
		owners, err := p.store.AliasOwners(ctx, p.builder.WorkspaceID(), keys)
		if err != nil {
			return err
		}
		for i, key := range keys {
			_, taken := owners[key]
			if _, claimed := p.claimed[key]; taken || claimed {
				continue
			}
			l := *o.link
			l.Aliases = []string{fmt.Sprintf("%s-%d", own, first+i)}
			if err := p.builder.CheckAliases(ctx, &l, string(Alias)); err != nil {
				*o = failed(o.entry, err)
				return nil //nolint:nilerr // it is the row's
			}
			o.link, o.note = &l, fmt.Sprintf("“%s” is taken.", own)
			return nil
		}
	}
	*o = failed(
		o.entry,
		fault.New(fault.Conflict, fmt.Sprintf("“%s” and %d numbers behind it are taken.", own, maxSuffix)).At(string(Alias)),
	)
	return nil
}

// update applies a row to an existing link. Opening clicks can only increase, so
// that a file that was exported here or imported before is not counted twice.
func (p *planner) update(ctx context.Context, o *outcome, kept *link.Link) error {
	edit := o.entry.edit
	if p.DryRun {
		edit = func(d *link.Draft) { o.entry.edit(d); d.Password, d.FolderID = nil, kept.FolderID }
	}
	if p.setsPassword(o) {
		p.hashed++
	}
	next, differs, err := p.builder.Edit(ctx, kept, edit)
	if err != nil {
		if !fault.Rejects(err) {
			return err
		}
		*o = failed(o.entry, err)
		return nil
	}
	l := *next
	o.link, o.action, o.edited = &l, Unchanged, differs
	if differs {
		o.action = Updated
	}
	if opens, changed := p.opening(o.entry, kept); changed {
		o.opens, o.action = opens, Updated
		l.OpeningClicks, l.ClickCount = opens, kept.ClickCount-kept.OpeningClicks+opens
		if dated := o.entry.history.Clicks(); dated > p.dated[l.ID] {
			o.history, p.dated[l.ID] = o.entry.history, dated
		}
	}
	if l.ExternalID != kept.ExternalID {
		p.ids.claimed[l.ExternalID] = true
	}
	p.kept[l.ID] = &l // a later row of the same link builds on it
	return nil
}

// opening returns the imported clicks that a row gives a link that is there, and whether they
// change. A total without days may be of an export of Linnet, which includes its own clicks.
func (p *planner) opening(e *entry, kept *link.Link) (clicks int64, changed bool) {
	if len(e.history) == 0 {
		clicks = e.clicks - (kept.ClickCount - kept.OpeningClicks)
		return clicks, e.named[Clicks] && clicks > kept.OpeningClicks
	}
	clicks = max(e.imported(), kept.OpeningClicks)
	return clicks, clicks > kept.OpeningClicks || e.history.Clicks() > p.dated[kept.ID]
}

// writes returns what outcomes change.
func (p *planner) writes(ctx context.Context, outcomes []outcome) (b Batch, err error) {
	aliases := map[string][]string{}
	for _, o := range outcomes {
		if o.action != Created && o.action != Updated {
			continue
		}
		aliases[o.link.DomainID] = append(aliases[o.link.DomainID], o.link.Aliases...)
		if o.action == Created && o.link.OpeningClicks > 0 {
			o.opens, o.history = o.link.OpeningClicks, o.entry.history
		}
		if o.opens >= 0 {
			b.Openings = append(b.Openings, Opening{o.link.ID, o.opens, o.history})
		}
		switch {
		case o.action == Created:
			b.New = append(b.New, p.builder.WriteUnstored(o.link))
		case o.edited: // else nothing but its clicks changed
			b.Changed = append(b.Changed, p.builder.Write(event.LinkUpdated, o.link))
		}
	}
	if err := p.builder.Reserve(ctx, append(slices.Clone(b.New), b.Changed...)...); err != nil {
		return b, err
	}
	b.aliases = aliases
	return b, nil
}
