package shorteners

import (
	"cmp"
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"linnet/internal/core/retrieval"
	"linnet/internal/core/routing"
	"linnet/internal/core/routing/dubrule"
	"linnet/internal/core/transfer"
)

// dub reads the API of Dub, the newest links first: those without a folder, then those of each
// folder, because a list without a folder in its query has only the former. Within a folder, the
// cursor is the ids of the last and the first link of the page before: behind a link that is
// deleted meanwhile, Dub returns nothing, so that the list is read from the other one.
type dub struct {
	client

	folders  map[string]string // names by id; nil: not read yet
	noEvents bool              // the plan or the key does not allow single events
}

// The numbers of links and folders of a page, the most that Dub returns.
const (
	dubPage    = 100
	dubFolders = 50
)

// dubLink is a link. Its tags are always in it: the parameter withTags only filters.
type dubLink struct {
	ID, Key, URL, ShortLink   string
	Title, Description, Image string
	Comments, FolderID        string
	CreatedAt, ExpiresAt      string
	ExpiredURL, DisabledAt    string
	Password, IOS, Android    string
	Geo                       map[string]string
	Tags                      []struct{ Name string }
	Archived, Proxy, DoIndex  bool
	TrackConversion           bool
	Clicks                    int64
	UTMSource                 string `json:"utm_source"`
	UTMMedium                 string `json:"utm_medium"`
	UTMCampaign               string `json:"utm_campaign"`
	UTMTerm                   string `json:"utm_term"`
	UTMContent                string `json:"utm_content"`
	TestVariants              []struct {
		URL        string
		Percentage int
	}
	TestStartedAt, TestCompletedAt string
}

// Page implements retrieval.Source.
func (d *dub) Page(ctx context.Context, cursor string) (retrieval.Page, error) {
	if err := d.readFolders(ctx); err != nil {
		return retrieval.Page{}, err
	}
	at := placeOf(cursor)
	query := url.Values{"showArchived": {"true"}, "pageSize": {strconv.Itoa(dubPage)}}
	if at.part != "" {
		query.Set("folderId", at.part)
	}
	last, first, twice := strings.Cut(at.rest, ",")
	if last != "" {
		query.Set("startingAfter", last)
	}
	var links []dubLink
	if err := d.get(ctx, "/links", query, &links); err != nil {
		return retrieval.Page{}, err
	}
	if len(links) == 0 && twice {
		return retrieval.Page{Next: place{at.part, first}.String()}, nil
	}
	var page retrieval.Page
	for i := range links {
		if _, later := d.folders[links[i].FolderID]; later && at.part == "" {
			continue // an API that lists all links returns this one in its folder too
		}
		page.Links = append(page.Links, d.retrieved(&links[i]))
	}
	if len(links) == dubPage {
		page.Next = place{at.part, links[len(links)-1].ID + "," + links[0].ID}.String()
	} else {
		page.Next = after(at.part, slices.Collect(maps.Keys(d.folders)))
	}
	return page, nil
}

// readFolders reads the folders, unless it has done so.
func (d *dub) readFolders(ctx context.Context) error {
	if d.folders != nil {
		return nil
	}
	folders := map[string]string{}
	for number := 1; ; number++ {
		var page []struct{ ID, Name string }
		query := url.Values{"page": {strconv.Itoa(number)}, "pageSize": {strconv.Itoa(dubFolders)}}
		if err := d.get(ctx, "/folders", query, &page); err != nil {
			return err
		}
		before := len(folders)
		for _, f := range page {
			folders[f.ID] = f.Name
		}
		if len(page) < dubFolders || len(folders) == before { // older versions return all on each page
			d.folders = folders
			return nil
		}
	}
}

func (d *dub) retrieved(l *dubLink) retrieval.Link {
	c := cells{}
	c.text(transfer.ShortURL, l.ShortLink)
	c.text(transfer.Alias, l.alias())
	c.text(transfer.URL, l.URL)
	c.text(transfer.Title, l.Title)
	c.text(transfer.Comments, l.Comments)
	c.tags(l.tags(), l.Archived)
	c.text(transfer.Folder, cmp.Or(d.folders[l.FolderID], l.FolderID))
	c.text(transfer.CreatedAt, l.CreatedAt)
	c.number(transfer.Clicks, l.Clicks)
	c.flag(transfer.Archived, l.DisabledAt != "") // visitors of it reach no destination
	c.text("expiresAt", l.ExpiresAt)
	c.text("fallbackUrl", l.ExpiredURL)
	c.text(transfer.Password, l.Password)
	c.flag("indexable", l.DoIndex)
	c.flag("trackConversions", l.TrackConversion)
	c.text("utmSource", l.UTMSource)
	c.text("utmMedium", l.UTMMedium)
	c.text("utmCampaign", l.UTMCampaign)
	c.text("utmTerm", l.UTMTerm)
	c.text("utmContent", l.UTMContent)
	if l.Proxy {
		c.text("previewTitle", l.Title)
		c.text("previewDescription", l.Description)
		c.text("previewImage", l.Image)
	}
	rules, split := l.targets().On(nil, nil)
	c.rules(rules)
	c.split(split)
	return retrieval.Link{ID: l.ID, Cells: c}
}

// alias returns the alias; noAlias for the link of the domain itself.
func (l *dubLink) alias() string {
	if l.Key == "_root" {
		return noAlias
	}
	return l.Key
}

func (l *dubLink) tags() []string {
	names := make([]string, len(l.Tags))
	for i, t := range l.Tags {
		names[i] = t.Name
	}
	return names
}

// targets returns the destinations besides the link's own.
func (l *dubLink) targets() dubrule.Targets {
	t := dubrule.Targets{IOS: l.IOS, Android: l.Android, Geo: l.Geo}
	t.Test.StartedAt, _ = time.Parse(time.RFC3339, l.TestStartedAt) // empty: zero
	t.Test.CompletedAt, _ = time.Parse(time.RFC3339, l.TestCompletedAt)
	for _, v := range l.TestVariants {
		t.Test.Variants = append(t.Test.Variants, routing.Branch{URL: v.URL, Weight: v.Percentage})
	}
	return t
}
