package shorteners

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"

	"linnet/internal/core/retrieval"
	"linnet/internal/core/routing"
	"linnet/internal/core/transfer"
)

// shortIO reads the API of Short.io: the links of each domain, in the order of creation. Within
// a domain, the cursor is the token of the next page. Clicks, destinations of countries and
// previews take a call for each link and are not read.
type shortIO struct {
	client

	folders map[string]map[string]string // names by id, of the domains that were read
}

// shortIOPage is the number of links of a page, the most that Short.io returns.
const shortIOPage = "150"

// shortIOLink is a link.
type shortIOLink struct {
	ID, IDString                                           plain
	Path, ShortURL, OriginalURL, Title                     string
	Tags                                                   []string
	FolderID                                               plain
	CreatedAt, ExpiresAt                                   plain // a text, or milliseconds
	ExpiredURL                                             string
	ClicksLimit, RedirectType, SplitPercent                plain
	Archived, SkipQS, HasPassword                          bool
	AndroidURL, IphoneURL, SplitURL                        string
	UTMSource, UTMMedium, UTMCampaign, UTMTerm, UTMContent string
}

// Page implements retrieval.Source.
func (s *shortIO) Page(ctx context.Context, cursor string) (retrieval.Page, error) {
	if cursor == "" {
		first, err := s.after(ctx, "")
		if err != nil || first == "" {
			return retrieval.Page{}, err
		}
		cursor = first
	}
	at := placeOf(cursor)
	folders, err := s.foldersOf(ctx, at.part)
	if err != nil {
		return retrieval.Page{}, err
	}
	query := url.Values{"domain_id": {at.part}, "limit": {shortIOPage}, "dateSortOrder": {"asc"}}
	if at.rest != "" {
		query.Set("pageToken", at.rest)
	}
	var answer struct {
		Links         *[]shortIOLink
		NextPageToken string
	}
	if err := s.get(ctx, "/api/links", query, &answer); err != nil {
		return retrieval.Page{}, err
	}
	if answer.Links == nil {
		return retrieval.Page{}, s.notLinks(errNoList)
	}
	var page retrieval.Page
	for i := range *answer.Links {
		page.Links = append(page.Links, (*answer.Links)[i].retrieved(folders))
	}
	if answer.NextPageToken == "" {
		page.Next, err = s.after(ctx, at.part)
		return page, err
	}
	page.Next = place{at.part, answer.NextPageToken}.String()
	return page, nil
}

// after returns the cursor of the domain behind one; empty: there is none.
func (s *shortIO) after(ctx context.Context, domain string) (string, error) {
	var domains []struct{ ID plain }
	if err := s.get(ctx, "/api/domains", nil, &domains); err != nil {
		return "", err
	}
	var ids []string
	for _, d := range domains {
		ids = append(ids, d.ID.text())
	}
	return after(domain, ids), nil
}

// foldersOf returns the names of the folders of a domain by id.
func (s *shortIO) foldersOf(ctx context.Context, domain string) (map[string]string, error) {
	if names, ok := s.folders[domain]; ok {
		return names, nil
	}
	var answer struct {
		LinkFolders []struct {
			ID   plain
			Name string
		}
	}
	if err := s.get(ctx, "/links/folders/"+url.PathEscape(domain), nil, &answer); err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, f := range answer.LinkFolders {
		names[f.ID.text()] = f.Name
	}
	s.folders[domain] = names
	return names, nil
}

func (l *shortIOLink) retrieved(folders map[string]string) retrieval.Link {
	c := cells{}
	c.text(transfer.ShortURL, l.ShortURL)
	c.text(transfer.Alias, l.alias())
	c.text(transfer.URL, l.OriginalURL)
	c.text(transfer.Title, l.Title)
	c.tags(l.Tags, l.Archived)
	c.text(transfer.Folder, folders[l.FolderID.text()])
	c.text(transfer.CreatedAt, l.CreatedAt.text())
	c.text("expiresAt", l.ExpiresAt.text())
	c.text("fallbackUrl", l.ExpiredURL)
	c.text("maxClicks", l.ClicksLimit.text())
	c.flag("hasPassword", l.HasPassword)
	c.flag("forwardQuery", !l.SkipQS)
	if status := l.RedirectType.text(); slices.Contains([]string{"301", "302", "307", "308"}, status) {
		c.text("redirectStatus", status)
	}
	c.text("utmSource", l.UTMSource)
	c.text("utmMedium", l.UTMMedium)
	c.text("utmCampaign", l.UTMCampaign)
	c.text("utmTerm", l.UTMTerm)
	c.text("utmContent", l.UTMContent)
	c.rules(l.rules())
	c.split(l.split())
	return retrieval.Link{ID: cmp.Or(l.IDString, l.ID).text(), Cells: c}
}

// alias returns the alias; noAlias for the link of the domain itself.
func (l *shortIOLink) alias() string {
	if l.Path == "" && aliasOf(l.ShortURL) == "" {
		return noAlias
	}
	return l.Path
}

func (l *shortIOLink) rules() []routing.Rule {
	var rules []routing.Rule
	for _, of := range []struct{ system, destination string }{{"iOS", l.IphoneURL}, {"Android", l.AndroidURL}} {
		if of.destination == "" {
			continue
		}
		when := routing.Condition{Field: routing.OS, Op: routing.In, Values: routing.Values(of.system)}
		rules = append(rules, routing.Rule{Name: of.system, When: when, Then: routing.Action{Redirect: of.destination}})
	}
	return rules
}

// split returns the branches of a test. Its percentage is of the second destination.
func (l *shortIOLink) split() []routing.Branch {
	if l.SplitURL == "" {
		return nil
	}
	percent, err := strconv.Atoi(l.SplitPercent.text())
	if err != nil {
		percent = 50 // what Short.io has without
	}
	return []routing.Branch{{URL: l.OriginalURL, Weight: 100 - percent}, {URL: l.SplitURL, Weight: percent}}
}
