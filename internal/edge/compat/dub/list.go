package dub

import (
	"cmp"
	"net/http"
	"slices"
	"time"

	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/edge/compat"
)

// maxPage is the most items of a page, and the most links that one call changes.
const maxPage = 100

// selection are the links that a call asks for.
type selection struct {
	link.Filter
	none bool // a tag that does not exist has no links
}

// selected returns the links that the parameters of a call select.
func (a *api) selected(c *compat.Call) (selection, error) {
	query := c.URL.Query()
	s := selection{Filter: link.Filter{
		Domain: query.Get("domain"), FolderID: query.Get("folderId"), Search: query.Get("search"), CreatedBy: query.Get("userId"),
	}}
	if err := rejectParams(c, "tenantId"); err != nil {
		return s, err
	}
	if !isTrue(c, "showArchived") {
		s.Statuses = []link.Status{link.Active, link.Scheduled, link.Expired, link.Blocked}
	}
	ids, names := append(many(c, "tagIds"), many(c, "tagId")...), many(c, "tagNames")
	if len(ids)+len(names) == 0 {
		return s, nil
	}
	tags, err := a.labels(c, label.Tag, label.Query{})
	if err != nil {
		return s, err
	}
	for _, tag := range tags {
		isNamed := slices.ContainsFunc(names, func(name string) bool { return routing.Fold(name) == routing.Fold(tag.Name) })
		if isNamed || slices.Contains(ids, tag.ID) {
			s.Tags = append(s.Tags, tag.Name)
		}
	}
	s.none = len(s.Tags) == 0
	return s, nil
}

// setOrder sets the order that a call asks for.
func (s *selection) setOrder(c *compat.Call) error {
	query := c.URL.Query()
	switch cmp.Or(query.Get("sortBy"), query.Get("sort")) {
	case "", "createdAt":
		s.Sort = link.ByCreatedAt
	case "clicks":
		s.Sort = link.ByClickCount
	case "lastClicked":
		s.Sort = link.ByLastClickedAt
	default:
		return unsupported("sortBy", "Links can be sorted by createdAt, clicks and lastClicked.")
	}
	ascending, err := isAscending(c, "desc")
	s.Ascending = ascending
	return err
}

// isAscending reads the parameter sortOrder.
func isAscending(c *compat.Call, otherwise string) (bool, error) {
	switch order := cmp.Or(c.URL.Query().Get("sortOrder"), otherwise); order {
	case "asc", "desc":
		return order == "asc", nil
	default:
		return false, invalid("sortOrder", "Use asc or desc.")
	}
}

func (a *api) listLinks(w http.ResponseWriter, c *compat.Call) error {
	s, err := a.selected(c)
	if err != nil {
		return err
	}
	if err := s.setOrder(c); err != nil {
		return err
	}
	offset, size, err := paging(c, "pageSize", maxPage, maxPage)
	if err != nil {
		return err
	}
	links, err := a.pageOfLinks(c, s, offset, size)
	if err != nil {
		return err
	}
	out, err := a.shown(c, links)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, out)
}

// pageOfLinks returns the page of a selection that a call asks for, by its number or by a link beside it.
func (a *api) pageOfLinks(c *compat.Call, s selection, offset, size int) ([]link.Link, error) {
	after, before := c.URL.Query().Get("startingAfter"), c.URL.Query().Get("endingBefore")
	switch {
	case after != "" && before != "":
		return nil, unsupported("endingBefore", "Send startingAfter or endingBefore, not both.")
	case after+before != "" && s.Sort != link.ByCreatedAt:
		return nil, unsupported("sortBy", "Pages by startingAfter and endingBefore are sorted by createdAt. Use page for another order.")
	case after+before != "" && offset+size > maxRead:
		return nil, unsupported("page", "Only 10,000 links beside a link have pages. Send startingAfter with the last one.")
	case after+before != "":
		return a.beside(c, s, cmp.Or(after, before), before != "", offset, size)
	case s.none:
		return nil, nil
	}
	s.Offset, s.Limit = offset, size
	page, err := a.Links.List(c.Context(), c.Actor, s.Filter)
	return page.Links, err
}

// beside returns the links of a selection that follow a link in the order of their creation, or come before it: as many
// as size, after as many as offset that are nearer. Clients ask for further pages by their number, too.
func (a *api) beside(c *compat.Call, s selection, id string, isBefore bool, offset, size int) ([]link.Link, error) {
	at, err := a.find(c, id)
	if err != nil || s.none {
		return nil, err
	}
	f := s.Filter
	f.Limit, f.Ascending = maxPage, s.Ascending != isBefore
	if f.Ascending {
		f.CreatedFrom = at.CreatedAt
	} else {
		f.CreatedBefore = at.CreatedAt.Add(time.Millisecond)
	}
	var links []link.Link
	for len(links) < offset+size {
		page, err := a.Links.List(c.Context(), c.Actor, f)
		if err != nil {
			return nil, err
		}
		for _, l := range page.Links {
			if !l.CreatedAt.Equal(at.CreatedAt) || l.ID != at.ID && (l.ID > at.ID) == f.Ascending {
				links = append(links, l)
			}
		}
		if f.Cursor = page.NextCursor; f.Cursor == "" {
			break
		}
	}
	links = links[min(offset, len(links)):min(offset+size, len(links))]
	if isBefore {
		slices.Reverse(links)
	}
	return links, nil
}

// count returns how many links a selection has.
func (a *api) count(c *compat.Call, s selection) (int, error) {
	if s.none {
		return 0, nil
	}
	s.Limit, s.CountAll = 1, true
	page, err := a.Links.List(c.Context(), c.Actor, s.Filter)
	return page.Total, err
}

func (a *api) countLinks(w http.ResponseWriter, c *compat.Call) error {
	s, err := a.selected(c)
	if err != nil {
		return err
	}
	total, err := a.count(c, s)
	if err != nil {
		return err
	}
	by := c.URL.Query().Get("groupBy")
	if by == "" {
		return compat.WriteJSON(w, http.StatusOK, total)
	}
	groups, err := a.groups(c, s, by)
	if err != nil {
		return err
	}
	counted, sum := []map[string]any{}, 0
	for _, g := range groups {
		n, err := a.count(c, g.selection)
		if err != nil {
			return err
		}
		if sum += n; n > 0 {
			counted = append(counted, map[string]any{by: g.key, "_count": n})
		}
	}
	if by == "folderId" && s.FolderID == "" && total > sum { // the links in no folder
		counted = append(counted, map[string]any{by: nil, "_count": total - sum})
	}
	slices.SortStableFunc(counted, func(x, y map[string]any) int { return y["_count"].(int) - x["_count"].(int) }) //nolint:forcetypeassert // above
	return compat.WriteJSON(w, http.StatusOK, counted)
}

// group is a part of a selection.
type group struct {
	key string
	selection
}

// maxGroups is the most groups that are counted, each with a query.
const maxGroups = 100

// groups returns the parts of a selection by a property.
func (a *api) groups(c *compat.Call, s selection, by string) ([]group, error) {
	var out []group
	switch by {
	case "domain":
		domains, err := a.Domains.List(c.Context(), c.Actor, "")
		if err != nil {
			return nil, err
		}
		for _, d := range domains {
			g := group{d.Host, s}
			if g.Domain = d.Host; s.Domain == "" || s.Domain == d.Host {
				out = append(out, g)
			}
		}
	case "tagId":
		tags, err := a.labels(c, label.Tag, label.Query{})
		if err != nil {
			return nil, err
		}
		for _, tag := range tags {
			g := group{tag.ID, s}
			if g.Tags = []string{tag.Name}; len(s.Tags) == 0 || slices.Contains(s.Tags, tag.Name) {
				out = append(out, g)
			}
		}
	case "folderId":
		folders, err := a.labels(c, label.Folder, label.Query{})
		if err != nil {
			return nil, err
		}
		for _, folder := range folders {
			g := group{folder.ID, s}
			if g.FolderID = folder.ID; s.FolderID == "" || s.FolderID == folder.ID {
				out = append(out, g)
			}
		}
	default:
		return nil, unsupported("groupBy", "Links can be counted by domain, tagId and folderId.")
	}
	if len(out) > maxGroups {
		return nil, unsupported("groupBy", "This would be more than 100 groups. Select fewer by domain, tagIds or folderId.")
	}
	return out, nil
}
