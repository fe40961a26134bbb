package transfer

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/csvsafe"
	"linnet/internal/base/fault"
	"linnet/internal/core/link"
)

// entry is one row of a file as a link that somebody wants. Cells that are
// empty are not named: they leave the defaults of a new link, and what an old
// one has.
type entry struct {
	row, line int   // from 1; the line of the file that the row begins on
	end       int64 // of the row in the file
	nextLine  int

	draft       link.Draft
	named       map[Field]bool
	host        string   // as the row has it; draft.Domain is where the link goes
	aliases     []string // beside the own one
	folder      string   // a name
	createdAt   time.Time
	clicks      int64
	archived    bool
	hasPassword bool
	faults      fault.List
}

// entryOf reads the cells of a row. now is the latest that a link can have been
// made.
func entryOf(cells []string, columns int, m Mapping, now time.Time) *entry {
	e := &entry{named: map[Field]bool{}, draft: link.Draft{Settings: link.DefaultSettings()}}
	for i := columns; i < len(cells); i++ {
		if strings.TrimSpace(cells[i]) != "" {
			e.faults.Add("row", fmt.Sprintf("This row has %d cells and the header %d. Put quotation marks around a cell that holds the delimiter.", len(cells), columns))
			break
		}
	}
	for _, field := range Fields() {
		i, mapped := m[field]
		if !mapped || i >= len(cells) {
			continue
		}
		cell := csvsafe.Restore(cells[i])
		if field != Comments && field != Password {
			cell = strings.TrimSpace(cell)
		}
		if cell == "" {
			continue
		}
		e.named[field] = true
		e.faults.AddErr(string(field), e.read(field, cell))
	}
	if e.named[CreatedAt] && (e.createdAt.After(now) || e.createdAt.Year() < 1971) {
		e.faults.Add(string(CreatedAt), "A link's day of birth lies between 1971 and today.")
	}
	return e
}

// read takes one cell.
func (e *entry) read(field Field, cell string) error {
	d := &e.draft
	if text := e.text(field); text != nil {
		*text = cell
		return nil
	}
	var err error
	switch field {
	case ShortURL:
		e.readShort(cell)
	case Alias:
		alias := strings.Trim(cell, "/")
		if strings.Contains(cell, "://") {
			_, alias = shortOf(cell)
		}
		d.Alias = &alias
	case Aliases:
		e.readAliases(cell)
	case Tags:
		d.Tags = tagsOf(cell)
	case CreatedAt:
		e.createdAt, err = timeOf(cell)
	case StartsAt:
		d.StartsAt, err = timeOf(cell)
	case ExpiresAt:
		d.ExpiresAt, err = timeOf(cell)
	case MaxClicks:
		d.MaxClicks, err = wholeOf(cell)
	case Clicks:
		e.clicks, err = wholeOf(cell)
	case RedirectStatus:
		d.RedirectStatus, err = strconv.Atoi(cell)
		if err != nil {
			err = fault.New(fault.Invalid, "A redirect's status is 301, 302, 307 or 308.")
		}
	case Password:
		e.readPassword(cell)
	case Rules:
		err = readJSON(cell, &d.Rules)
	case Split:
		err = readJSON(cell, &d.Split)
	default:
		err = e.readSwitch(field, cell)
	}
	return err
}

// text returns where a field that is plain text goes, and nil for the others.
func (e *entry) text(field Field) *string {
	d := &e.draft
	switch field {
	case URL:
		return &d.URL
	case Domain:
		return &e.host
	case Title:
		return &d.Title
	case Comments:
		return &d.Comments
	case Folder:
		return &e.folder
	case FallbackURL:
		return &d.FallbackURL
	case UTMSource:
		return &d.UTM.Source
	case UTMMedium:
		return &d.UTM.Medium
	case UTMCampaign:
		return &d.UTM.Campaign
	case UTMTerm:
		return &d.UTM.Term
	case UTMContent:
		return &d.UTM.Content
	case UTMRef:
		return &d.UTM.Ref
	case PreviewTitle:
		return &d.Preview.Title
	case PreviewText:
		return &d.Preview.Description
	case PreviewImage:
		return &d.Preview.Image
	}
	return nil
}

func (e *entry) readSwitch(field Field, cell string) error {
	if field == Archived {
		var err error
		e.archived, err = archivedOf(cell)
		return err
	}
	on, err := boolOf(cell)
	switch field {
	case ForwardQuery:
		e.draft.ForwardQuery = on
	case ForwardPath:
		e.draft.ForwardPath = on
	case Indexable:
		e.draft.Indexable = on
	case Conversions:
		e.draft.TrackConversions = on
	case HasPassword:
		e.hasPassword = on
	}
	return err
}

// readShort is overruled by cells of the domain and the alias, which are read
// after it.
func (e *entry) readShort(cell string) {
	host, alias := shortOf(cell)
	if plain, err := url.PathUnescape(alias); err == nil {
		alias = plain
	}
	e.host = host
	if alias != "" {
		e.draft.Alias = &alias
	}
}

// readAliases takes aliases or short links with white space or commas between.
func (e *entry) readAliases(cell string) {
	for part := range strings.FieldsFuncSeq(cell, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' }) {
		if strings.Contains(part, "://") {
			_, part = shortOf(part)
		}
		e.aliases = append(e.aliases, link.NormalAlias(part))
	}
}

// readPassword knows that some services write only whether there is one.
func (e *entry) readPassword(cell string) {
	if has, err := boolOf(strings.TrimSpace(cell)); err == nil {
		e.hasPassword = has
		delete(e.named, Password)
		return
	}
	e.draft.Password = cell
}

func readJSON(cell string, into any) error {
	if err := json.Unmarshal([]byte(cell), into); err != nil {
		return fault.New(fault.Invalid, "This is not the JSON that an export of Linnet holds.")
	}
	return nil
}

// patch names what the row names, for a link that is there.
func (e *entry) patch() link.Patch {
	d := e.draft
	p := link.Patch{
		URL: set(e, URL, d.URL), Title: set(e, Title, d.Title), Comments: set(e, Comments, d.Comments), Tags: set(e, Tags, d.Tags),
		FolderID:       set(e, Folder, d.FolderID),
		RedirectStatus: set(e, RedirectStatus, d.RedirectStatus), ForwardPath: set(e, ForwardPath, d.ForwardPath), Indexable: set(e, Indexable, d.Indexable),
		StartsAt: set(e, StartsAt, d.StartsAt), ExpiresAt: set(e, ExpiresAt, d.ExpiresAt), MaxClicks: set(e, MaxClicks, d.MaxClicks),
		FallbackURL: set(e, FallbackURL, d.FallbackURL), Password: set(e, Password, d.Password), Split: set(e, Split, d.Split),
	}
	p.TrackConversions = set(e, Conversions, d.TrackConversions)
	p.ForwardQuery = set(e, ForwardQuery, d.ForwardQuery)
	if e.named[Archived] {
		p.Status = link.To(link.Active)
		if e.archived {
			p.Status = link.To(link.Archived)
		}
	}
	return p
}

func set[T any](e *entry, field Field, value T) link.Set[T] {
	return link.Set[T]{Named: e.named[field], Value: value}
}

// onto completes a patch with the parts of which a row may name only some, and
// with rules, which keep their ids when nothing else about them changes.
func (e *entry) onto(p *link.Patch, kept *link.Link) {
	d := e.draft
	utm, preview := kept.UTM, kept.Preview
	for _, part := range []struct {
		field Field
		to    *string
		value string
	}{
		{UTMSource, &utm.Source, d.UTM.Source}, {UTMMedium, &utm.Medium, d.UTM.Medium}, {UTMCampaign, &utm.Campaign, d.UTM.Campaign},
		{UTMTerm, &utm.Term, d.UTM.Term}, {UTMContent, &utm.Content, d.UTM.Content}, {UTMRef, &utm.Ref, d.UTM.Ref},
		{PreviewTitle, &preview.Title, d.Preview.Title}, {PreviewText, &preview.Description, d.Preview.Description}, {PreviewImage, &preview.Image, d.Preview.Image},
	} {
		if e.named[part.field] {
			*part.to = part.value
		}
	}
	p.UTM, p.Preview = link.To(utm), link.To(preview)
	if e.named[Rules] && rulesCell(kept.Rules) != rulesCell(d.Rules) {
		p.Rules = link.To(d.Rules)
	}
}
