package transfer

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
)

// The fields. ShortURL combines domain and alias.
const (
	ShortURL  Field = "shortUrl"
	Domain    Field = "domain"
	Alias     Field = "alias"
	Aliases   Field = "aliases"
	URL       Field = "url"
	Title     Field = "title"
	Comments  Field = "comments"
	Tags      Field = "tags"
	Folder    Field = "folder"
	CreatedAt Field = "createdAt"
	Clicks    Field = "clicks"
	Archived  Field = "archived"
	Password  Field = "password"
	Rules     Field = "rules"

	ExternalID Field = "externalId"

	// ClickHistory is a clickhistory.History as text. It is not exported.
	ClickHistory Field = "clickHistory"
)

// column is a column of imports and exports.
type column struct {
	field Field
	// read parses a cell of an import into an entry.
	read func(e *entry, cell string) error
	// lenient imports a row whose cell cannot be read without it, with a warning.
	lenient bool
	// value returns the value in an export as JSON has it; nil: the text of the
	// cell. cell returns the cell; a nil cell omits the column from exports.
	value func(r row) any
	cell  func(r row) string
	// assign copies the setting from an entry to the settings of a stored link; nil
	// if the column is not a setting.
	assign func(to *link.Settings, e *entry)
	// headers are the names of the column in exports of Bitly, Rebrandly, YOURLS,
	// Shlink, Kutt, Dub and Short.io: lower case, letters and digits only, the most
	// reliable first.
	headers []string
}

// row is a link to export.
type row struct {
	*link.Link

	short, folder string // its short URL and the name of its folder
}

// columns is in the order in which an import assigns headers and reads cells: the
// cells of domain and alias override that of the short URL.
//
//nolint:gochecknoglobals // a table, never written
var columns = withOtherSettings([]column{
	settingColumn(URL, "longurl", "destinationurl", "destination", "target", "targeturl", "originalurl", "redirecturl", "longlink", "originallink"),
	{
		field:   ShortURL,
		read:    (*entry).readShort,
		cell:    func(r row) string { return r.short },
		headers: []string{"shorturl", "shortlink", "bitlink", "link", "source", "secureshorturl", "shortenedurl", "customlink"},
	},
	{
		field:   Alias,
		read:    (*entry).readAlias,
		cell:    func(r row) string { return r.Alias() },
		headers: []string{"alias", "shortcode", "slashtag", "slug", "keyword", "backhalf", "custombackhalf", "key", "path", "address", "customalias"},
	},
	{
		field:   Aliases,
		read:    (*entry).readAliases,
		cell:    func(r row) string { return strings.Join(r.Aliases[1:], " ") },
		value:   func(r row) any { return append([]string{}, r.Aliases[1:]...) },
		headers: []string{"aliases", "custombitlinks", "custombitlink", "custombackhalves"},
	},
	{
		field:   Domain,
		cell:    func(r row) string { return r.Domain },
		read:    func(e *entry, cell string) error { e.host = cell; return nil },
		headers: []string{"domain", "domainname", "domainfullname", "host", "hostname"},
	},
	settingColumn(Title, "linktitle", "name"),
	settingColumn(Comments, "comment", "description", "notes", "note"),
	{
		field:   Tags,
		cell:    func(r row) string { return tagsCell(r.Tags) },
		value:   func(r row) any { return append([]string{}, r.Tags...) },
		read:    (*entry).readTags,
		lenient: true,
		assign:  func(to *link.Settings, e *entry) { to.Tags = e.draft.Tags },
		headers: []string{"tags", "tag", "labels"},
	},
	{
		field:   Folder,
		cell:    func(r row) string { return r.folder },
		read:    func(e *entry, cell string) error { e.folder = cell; return nil },
		assign:  func(to *link.Settings, e *entry) { to.FolderID = e.draft.FolderID },
		headers: []string{"folder", "foldername"},
	},
	{
		field:   CreatedAt,
		cell:    func(r row) string { return timeCell(r.CreatedAt) },
		read:    (*entry).readCreatedAt,
		lenient: true,
		headers: []string{"createdat", "created", "datecreated", "createddate", "creationdate", "timestamp", "createdon"},
	},
	settingColumn("startsAt", "validsince", "startdate"),
	settingColumn("expiresAt", "validuntil", "expirein", "expires", "expiration", "expirationdate", "expirydate"),
	settingColumn("expiresAction"),
	settingColumn("maxClicks", "maxvisits", "clickslimit", "clicklimit"),
	settingColumn("fallbackUrl", "expiredurl"),
	{
		field:   Clicks,
		cell:    func(r row) string { return strconv.FormatInt(r.ClickCount, 10) },
		value:   func(r row) any { return r.ClickCount },
		read:    func(e *entry, cell string) (err error) { e.clicks, err = wholeOf(cell); return err },
		lenient: true,
		headers: []string{"clicks", "clickcount", "visits", "visitcount", "visitscount", "hits", "totalclicks", "totalvisits", "totalengagements", "engagements"},
	},
	{field: ClickHistory, read: (*entry).readHistory, lenient: true, headers: []string{"clickhistory", "clicksbyday", "dailyclicks"}},
	{
		field:   Archived,
		cell:    func(r row) string { return strconv.FormatBool(r.Archived) },
		value:   func(r row) any { return r.Archived },
		read:    func(e *entry, cell string) (err error) { e.archived, err = archivedOf(cell); return err },
		headers: []string{"archived", "status"},
	},
	{
		field:   "redirectStatus",
		cell:    func(r row) string { return strconv.Itoa(r.RedirectStatus) },
		value:   func(r row) any { return r.RedirectStatus },
		read:    (*entry).readRedirectStatus,
		assign:  func(to *link.Settings, e *entry) { to.RedirectStatus = e.draft.RedirectStatus },
		headers: []string{"redirectstatus", "redirecttype", "redirectcode", "statuscode"},
	},
	settingColumn("forwardQuery"),
	settingColumn("forwardPath"),
	settingColumn("indexable", "crawlable"),
	settingColumn("trackConversions", "trackconversion"),
	{field: Password, read: (*entry).readPassword, headers: []string{"password"}},
	{
		field:   "hasPassword",
		cell:    func(r row) string { return strconv.FormatBool(r.PasswordHash != "") },
		value:   func(r row) any { return r.PasswordHash != "" },
		read:    func(e *entry, cell string) (err error) { e.hasPassword, err = boolOf(cell); return err },
		headers: []string{"haspassword", "passwordprotected"},
	},
	textColumn("utmSource", func(s *link.Settings) *string { return &s.UTM.Source }, "utmsource"),
	textColumn("utmMedium", func(s *link.Settings) *string { return &s.UTM.Medium }, "utmmedium"),
	textColumn("utmCampaign", func(s *link.Settings) *string { return &s.UTM.Campaign }, "utmcampaign"),
	textColumn("utmTerm", func(s *link.Settings) *string { return &s.UTM.Term }, "utmterm"),
	textColumn("utmContent", func(s *link.Settings) *string { return &s.UTM.Content }, "utmcontent"),
	textColumn("utmRef", func(s *link.Settings) *string { return &s.UTM.Ref }, "utmref"),
	textColumn("previewTitle", func(s *link.Settings) *string { return &s.Preview.Title }, "previewtitle", "ogtitle"),
	textColumn("previewDescription", func(s *link.Settings) *string { return &s.Preview.Description }, "previewdescription", "ogdescription"),
	textColumn("previewImage", func(s *link.Settings) *string { return &s.Preview.Image }, "previewimage", "ogimage"),
	{
		field:   Rules,
		cell:    func(r row) string { return rulesCell(r.Rules) },
		value:   func(r row) any { return rawOrNil(rulesCell(r.Rules)) },
		read:    func(e *entry, cell string) error { return readJSON(cell, &e.draft.Rules) },
		assign:  assignRules,
		headers: []string{"rules"},
	},
	settingColumn("split"),
})

// exportOrder lists the columns that begin an export. The others follow in the
// order of columns.
func exportOrder() []Field {
	return []Field{ShortURL, URL, Title, Tags, Folder, Clicks, CreatedAt, Domain, Alias, Aliases, Comments, Archived}
}

// textColumn is the column of a text within a field of link.Settings.
func textColumn(field Field, at func(*link.Settings) *string, headers ...string) column {
	return column{
		field:   field,
		headers: headers,
		cell:    func(r row) string { return *at(&r.Settings) },
		read:    func(e *entry, cell string) error { *at(&e.draft.Settings) = cell; return nil },
		assign:  func(to *link.Settings, e *entry) { *at(to) = *at(&e.draft.Settings) },
	}
}

// assignRules leaves rules alone that differ only in their ids, so that their
// clicks remain counted under these.
func assignRules(to *link.Settings, e *entry) {
	if rulesCell(to.Rules) != rulesCell(e.draft.Rules) {
		to.Rules = e.draft.Rules
	}
}

func (e *entry) readRedirectStatus(cell string) (err error) {
	if e.draft.RedirectStatus, err = strconv.Atoi(cell); err != nil {
		return fault.New(fault.Invalid, "The redirect status must be 301, 302, 307 or 308.")
	}
	return nil
}

// timeForm has the precision of stored times.
const timeForm = "2006-01-02T15:04:05.000Z"

func timeCell(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(timeForm)
}

// rulesCell returns rules as JSON without their ids, which differ between
// installs.
func rulesCell(rules []routing.Rule) string {
	if len(rules) == 0 {
		return ""
	}
	plain := slices.Clone(rules)
	for i := range plain {
		plain[i].ID = ""
	}
	return jsonCell(plain)
}

// jsonCell returns value as JSON.
func jsonCell(value any) string {
	raw, err := json.Marshal(value)
	if err != nil { // rules and branches always marshal
		return ""
	}
	return string(raw)
}

func rawOrNil(cell string) any {
	if cell == "" {
		return nil
	}
	return json.RawMessage(cell)
}
