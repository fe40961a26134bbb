package transfer

import (
	"slices"
	"strings"
	"unicode"
)

// Field is what a column of a file means. The names are those of a link on the
// wire, and the headers of our own exports.
type Field string

// The fields. ShortURL stands for domain and alias together.
const (
	ShortURL       Field = "shortUrl"
	Domain         Field = "domain"
	Alias          Field = "alias"
	Aliases        Field = "aliases"
	URL            Field = "url"
	Title          Field = "title"
	Comments       Field = "comments"
	Tags           Field = "tags"
	Folder         Field = "folder"
	CreatedAt      Field = "createdAt"
	StartsAt       Field = "startsAt"
	ExpiresAt      Field = "expiresAt"
	MaxClicks      Field = "maxClicks"
	Clicks         Field = "clicks"
	Archived       Field = "archived"
	RedirectStatus Field = "redirectStatus"
	ForwardQuery   Field = "forwardQuery"
	ForwardPath    Field = "forwardPath"
	Indexable      Field = "indexable"
	Conversions    Field = "trackConversions"
	FallbackURL    Field = "fallbackUrl"
	Password       Field = "password"
	HasPassword    Field = "hasPassword"
	UTMSource      Field = "utmSource"
	UTMMedium      Field = "utmMedium"
	UTMCampaign    Field = "utmCampaign"
	UTMTerm        Field = "utmTerm"
	UTMContent     Field = "utmContent"
	UTMRef         Field = "utmRef"
	PreviewTitle   Field = "previewTitle"
	PreviewText    Field = "previewDescription"
	PreviewImage   Field = "previewImage"
	Rules          Field = "rules"
	Split          Field = "split"
)

// known is a field and the headers by which files name it, in lower case
// without spaces and signs, the surest first. They are those of the exports of
// Bitly, Rebrandly, YOURLS, Shlink, Kutt, Dub and Short.io.
type known struct {
	field   Field
	headers []string
}

func fields() []known {
	return []known{
		{URL, []string{"url", "longurl", "destinationurl", "destination", "target", "targeturl", "originalurl", "redirecturl", "longlink", "originallink"}},
		{ShortURL, []string{"shorturl", "shortlink", "bitlink", "link", "source", "secureshorturl", "shortenedurl", "customlink"}},
		{Alias, []string{"alias", "shortcode", "slashtag", "slug", "keyword", "backhalf", "custombackhalf", "key", "path", "address", "customalias"}},
		{Aliases, []string{"aliases", "custombitlinks", "custombitlink", "custombackhalves"}},
		{Domain, []string{"domain", "domainname", "domainfullname", "host", "hostname"}},
		{Title, []string{"title", "linktitle", "name"}},
		{Comments, []string{"comments", "comment", "description", "notes", "note"}},
		{Tags, []string{"tags", "tag", "labels"}},
		{Folder, []string{"folder", "foldername"}},
		{CreatedAt, []string{"createdat", "created", "datecreated", "createddate", "creationdate", "timestamp", "createdon"}},
		{StartsAt, []string{"startsat", "validsince", "startdate"}},
		{ExpiresAt, []string{"expiresat", "validuntil", "expirein", "expires", "expiration", "expirationdate", "expirydate"}},
		{MaxClicks, []string{"maxclicks", "maxvisits", "clickslimit", "clicklimit"}},
		{Clicks, []string{"clicks", "clickcount", "visits", "visitcount", "visitscount", "hits", "totalclicks", "totalvisits", "totalengagements", "engagements"}},
		{Archived, []string{"archived", "status"}},
		{RedirectStatus, []string{"redirectstatus", "redirecttype", "redirectcode", "statuscode"}},
		{ForwardQuery, []string{"forwardquery"}},
		{ForwardPath, []string{"forwardpath"}},
		{Indexable, []string{"indexable", "crawlable"}},
		{Conversions, []string{"trackconversions", "trackconversion"}},
		{FallbackURL, []string{"fallbackurl", "expiredurl"}},
		{Password, []string{"password"}},
		{HasPassword, []string{"haspassword", "passwordprotected"}},
		{UTMSource, []string{"utmsource"}},
		{UTMMedium, []string{"utmmedium"}},
		{UTMCampaign, []string{"utmcampaign"}},
		{UTMTerm, []string{"utmterm"}},
		{UTMContent, []string{"utmcontent"}},
		{UTMRef, []string{"utmref"}},
		{PreviewTitle, []string{"previewtitle", "ogtitle"}},
		{PreviewText, []string{"previewdescription", "ogdescription"}},
		{PreviewImage, []string{"previewimage", "ogimage"}},
		{Rules, []string{"rules"}},
		{Split, []string{"split"}},
	}
}

// Fields returns all fields, in the order in which people think of them.
func Fields() []Field {
	var out []Field
	for _, k := range fields() {
		out = append(out, k.field)
	}
	return out
}

// Mapping says which column holds which field: indexes from 0.
type Mapping map[Field]int

// folded returns a header as the lists above write it.
func folded(header string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, header)
}

// suggest finds the fields that headers name. A lone column "link" is the
// destination when nothing else is.
func suggest(headers []string) Mapping {
	at := make(map[string]int, len(headers))
	for i, h := range headers {
		if name := folded(h); name != "" {
			if _, twice := at[name]; !twice {
				at[name] = i
			}
		}
	}
	m := Mapping{}
	for _, k := range fields() {
		for _, header := range k.headers {
			if i, ok := at[header]; ok {
				m[k.field] = i
				break
			}
		}
	}
	if _, ok := m[URL]; !ok {
		if i, ok := at["link"]; ok {
			m[URL] = i
			delete(m, ShortURL)
		}
	}
	if i, ok := at["source"]; ok && m[ShortURL] == i { // of YOURLS; elsewhere a source is where visitors come from
		if _, ok := at["target"]; !ok {
			delete(m, ShortURL)
		}
	}
	return m
}

// Service names the service whose export has such headers; empty: unknown.
func serviceOf(headers []string) string {
	has := map[string]bool{}
	for _, h := range headers {
		has[folded(h)] = true
	}
	for _, s := range []struct {
		name    string
		headers []string
	}{
		{"Linnet", []string{"shorturl", "url", "fallbackurl", "forwardquery"}},
		{"Bitly", []string{"longurl", "custombitlinks"}},
		{"Bitly", []string{"bitlink"}},
		{"Bitly", []string{"link", "longurl"}},
		{"Rebrandly", []string{"slashtag"}},
		{"YOURLS", []string{"source", "target", "hits"}},
		{"YOURLS", []string{"keyword", "url", "timestamp"}},
		{"Shlink", []string{"shortcode", "longurl"}},
		{"Kutt", []string{"address", "target"}},
		{"Dub", []string{"shortlink", "destinationurl"}},
		{"Short.io", []string{"originalurl", "path"}},
	} {
		if !slices.ContainsFunc(s.headers, func(h string) bool { return !has[h] }) {
			return s.name
		}
	}
	return ""
}
