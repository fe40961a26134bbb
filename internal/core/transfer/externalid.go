package transfer

import (
	"context"

	"linnet/internal/core/link"
)

// externalIDs says which external ids of rows are in use.
type externalIDs struct {
	claimed map[string]bool   // by earlier rows of the batch
	links   map[string]string // the ids of the links that have them, by external id
}

// lookUp loads the links that have the external ids of rows.
func (x *externalIDs) lookUp(ctx context.Context, store Store, workspaceID string, made []outcome) (err error) {
	var ids []string
	for _, o := range made {
		if o.link != nil && o.link.ExternalID != "" {
			ids = append(ids, o.link.ExternalID)
		}
	}
	if x.links = nil; len(ids) == 0 {
		return nil
	}
	x.links, err = store.LinksByExternalID(ctx, workspaceID, ids)
	return err
}

// settleID decides a row whose external id a link or an earlier row has: it is that link,
// whatever its alias, which does not change. again is as of settle.
func (p *planner) settleID(ctx context.Context, o *outcome) (settled, again bool, err error) {
	id := o.link.ExternalID
	linkID, stored := p.ids.links[id]
	kept := p.kept[linkID]
	switch {
	case id == "" || (!p.ids.claimed[id] && !stored):
		return false, false, nil
	case p.ids.claimed[id] && p.OnConflict == Update:
		o.action, o.note = Updated, "An earlier row creates this link."
		return true, !p.DryRun, nil
	case p.ids.claimed[id]:
		o.action, o.note = Skipped, "An earlier row has this external id."
	case kept == nil: // in a folder that is hidden from the member
		*o = failed(o.entry, link.ErrExternalID())
	case p.OnConflict != Update:
		o.action, o.note = Skipped, "The link already exists."
	case p.passwordsUsedUp(o):
		return true, true, nil
	default:
		return true, false, p.update(ctx, o, kept)
	}
	return true, false, nil
}
