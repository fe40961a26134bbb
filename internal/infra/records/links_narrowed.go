package records

import (
	"strings"

	"linnet/internal/core/link"
)

// narrowed adds the conditions of link.Narrowed.
func (q *linkQuery) narrowed(f link.Filter) {
	if f.AllTags {
		for _, tag := range foldedTags(f.Tags) {
			q.and(q.tagged(tag))
		}
	}
	if without := foldedTags(f.WithoutTags); len(without) > 0 {
		tagged := make([]string, len(without))
		for i, tag := range without {
			tagged[i] = q.tagged(tag)
		}
		word := ` OR `
		if f.WithoutAllTags {
			word = ` AND `
		}
		q.and(`NOT (` + strings.Join(tagged, word) + `)`)
	}
	if !f.CreatedFrom.IsZero() {
		q.and(`l.created_at >= ` + q.arg(toMillis(f.CreatedFrom)))
	}
	if !f.CreatedBefore.IsZero() {
		q.and(`l.created_at < ` + q.arg(toMillis(f.CreatedBefore)))
	}
	if f.Unspent {
		q.and(`(l.max_clicks = 0 OR l.used_clicks < l.max_clicks)`)
	}
	if f.Unended {
		q.and(`(l.expires_at = 0 OR l.expires_at > ` + q.arg(toMillis(f.Now)) + `)`)
	}
}

// tagged returns the condition that a link has a folded tag of the workspace.
func (q *linkQuery) tagged(folded string) string {
	return `EXISTS (SELECT 1 FROM link_tags y JOIN tags u ON u.id = y.tag_id WHERE u.workspace_id = $1 AND u.name_folded = ` +
		q.arg(folded) + ` AND y.link_id = l.id)`
}
