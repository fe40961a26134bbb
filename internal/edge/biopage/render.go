package biopage

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/url"
	"strings"
	"time"
	"unicode"

	"linnet/internal/base/budget"
	"linnet/internal/base/fault"
	"linnet/internal/core/locale"
	"linnet/internal/core/page"
)

//go:embed page.html
var pageTemplate string

//nolint:gochecknoglobals // an immutable table
var pages = template.Must(template.New("page").Parse(pageTemplate))

// view is the data of the template.
type view struct {
	Words                   *locale.Words // of the page's own texts
	Title, Description, URL string
	Intro                   []string // the lines of the description
	ThemeColor              string
	Monogram                string
	Avatar                  *imageElement // nil: the monogram
	Card                    string        // the address of the image of link previews; empty: none
	Profile                 profile
	Style                   template.CSS
	Gate                    int // the age to confirm; 0: none
	Blocks                  []block
}

// profile is the JSON-LD of a page.
type profile struct {
	Context  string `json:"@context"`
	Type     string `json:"@type"`
	URL      string `json:"url"`
	Modified string `json:"dateModified,omitempty"`
	Main     entity `json:"mainEntity"`
}

type entity struct {
	Type        string   `json:"@type"`
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Image       string   `json:"image,omitempty"`
	URL         string   `json:"url"`
	SameAs      []string `json:"sameAs,omitempty"`
}

// block is the data of one block. Kinds use the fields that they need.
type block struct {
	Words          *locale.Words
	Kind           string
	ID             string
	PreviewID      string // of a preview only
	Title, Note    string
	Level          int
	Href           template.URL
	Printed        template.URL // the address on paper; empty: none
	HTML           template.HTML
	Machine, Human string // forms of a time
	Image          *imageElement
	Items          []item
	Blocks         []block
	Form           *formState
	Open           bool
	Address        template.URL  // opens the site that a player is of
	Player         *page.Player  // nil until the visitor opens it
	Markup         template.HTML // of the block

	exits exits
}

// leadTo sets the address that a click on the block opens: one of the web, or none that can
// be opened in a preview, which may have blocks that were not validated.
func (b *block) leadTo(address string) { b.Href, b.Printed = b.exit(address) }

// exit returns the address that opens another one, and that other one as it is printed.
func (b *block) exit(address string) (href, printed template.URL) {
	if page.CheckAddress(address) != nil {
		return "#", "#"
	}
	return template.URL(b.exits.href(address)), template.URL(address) //nolint:gosec // http or https, and the template escapes it
}

// draw sets the HTML of a block from its fields.
func (b *block) draw() error {
	var out strings.Builder
	if err := pages.ExecuteTemplate(&out, "block", b); err != nil {
		return fmt.Errorf("render the block %s: %w", b.ID, err)
	}
	b.Markup = template.HTML(out.String()) //nolint:gosec // the template escapes
	return nil
}

type item struct {
	Title         string
	Href, Printed template.URL // as those of a block
	HTML          template.HTML
	Image         *imageElement
}

// renderer renders one document at a time of visit, within a budget.
type renderer struct {
	budget *budget.Budget
	codes  *codes
	words  *locale.Words
	doc    *page.Document
	now    time.Time
	// A preview is rendered whole or not at all. What does not fit on a public page, because
	// links or images have changed since it was saved, is left out.
	preview bool
	gate    int // the age that visitors confirm first; 0: none
	// until is when the HTML changes by itself; zero: never.
	until  time.Time
	sameAs []string
	rules  []string            // of the style sheet, for the page's images
	exits  map[string][]string // the addresses to which the blocks that are shown lead, by block
}

// headBytes are reserved for what is around the blocks of a page.
const headBytes = 32 << 10

// render returns the page of a document.
func (r *renderer) render() (*view, error) {
	doc := r.doc
	design := doc.Theme.Style()
	r.changesAt(doc.StartsAt, doc.EndsAt)
	if err := r.budget.Output(headBytes); err != nil {
		return nil, err
	}
	blocks, err := r.blocks("", doc.Blocks)
	if err != nil {
		return nil, err
	}
	v := view{
		Words:       r.words,
		Title:       doc.Title,
		Description: strings.Join(strings.Fields(doc.Description), " "),
		URL:         doc.CanonicalURL(),
		Intro:       lines(doc.Description),
		ThemeColor:  design.Light.Background,
		Monogram:    monogram(doc.Title),
		Gate:        r.gate,
		Blocks:      blocks,
	}
	picture := ""
	v.Avatar, picture = r.avatar()
	if !r.preview {
		content := cardOf(doc)
		v.Card = doc.CanonicalURL() + "?" + cardParam + "=" + content.Version()
	}
	v.Style = styleSheet(design) + template.CSS(r.backgroundImage(design)+strings.Join(r.rules, "")) //nolint:gosec // made by the server
	v.Profile = profile{
		Context: "https://schema.org",
		Type:    "ProfilePage",
		URL:     doc.CanonicalURL(),
		Main: entity{
			Type:        "Person",
			Name:        doc.Title,
			Description: v.Description,
			Image:       picture,
			URL:         doc.CanonicalURL(),
			SameAs:      r.sameAs,
		},
	}
	if !doc.PublishedAt.IsZero() {
		v.Profile.Modified = doc.PublishedAt.UTC().Format(time.RFC3339)
	}
	return &v, nil
}

// html returns the HTML of the page.
func (v *view) html() ([]byte, error) {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, "page", v); err != nil {
		return nil, fmt.Errorf("render the bio page %s: %w", v.URL, err)
	}
	return b.Bytes(), nil
}

// compact returns the page without what only its first rendering needs.
func (v view) compact() view {
	v.Blocks = compact(v.Blocks)
	return v
}

func compact(blocks []block) []block {
	out := make([]block, len(blocks))
	for i, b := range blocks {
		switch {
		case b.Form != nil || b.Address != "":
			out[i] = b
		default:
			out[i] = block{Kind: b.Kind, ID: b.ID, Title: b.Title, Blocks: compact(b.Blocks), Markup: b.Markup}
		}
	}
	return out
}

func lines(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
}

// monogram returns the first letter or digit of a title.
func monogram(title string) string {
	for _, r := range title {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return string(unicode.ToUpper(r))
		}
	}
	return ""
}

// changesAt records times at which the HTML changes.
func (r *renderer) changesAt(times ...time.Time) {
	for _, at := range times {
		if at.After(r.now) && (r.until.IsZero() || at.Before(r.until)) {
			r.until = at
		}
	}
}

// blocks returns the blocks that are shown, with their HTML. A preview shows those with a
// schedule, too. path is that of the field with the blocks.
func (r *renderer) blocks(path string, all []page.Block) ([]block, error) {
	if err := r.budget.Enter(); err != nil {
		return nil, err
	}
	defer r.budget.Leave()
	shown := make([]block, 0, len(all))
	for i := range all {
		b := &all[i]
		r.changesAt(b.StartsAt, b.EndsAt)
		out, err := r.block(fmt.Sprintf("%sblocks[%d].", path, i), b)
		switch {
		case err == nil && out != nil:
			shown = append(shown, *out)
		case err != nil && (r.preview || !r.budget.Exceeded(err)):
			return nil, err
		}
	}
	return shown, nil
}

// block returns one block, or nil if it is not shown.
func (r *renderer) block(path string, b *page.Block) (*block, error) {
	if err := r.budget.Nodes(1); err != nil {
		return nil, err
	}
	if !b.Visible || !r.preview && !b.ShownAt(r.now) {
		return nil, nil //nolint:nilnil // not shown
	}
	out := block{Words: r.words, Kind: string(b.Body.Kind()), ID: b.ID, exits: exits{block: b.ID, direct: r.preview}}
	if r.preview {
		out.PreviewID = b.ID
	}
	shown, err := r.fill(&out, b, path)
	if err != nil || !shown {
		return nil, err //nolint:nilnil // not shown
	}
	if err := out.draw(); err != nil {
		return nil, err
	}
	own := len(out.Markup)
	for _, inner := range out.Blocks {
		own -= len(inner.Markup)
	}
	if r.preview {
		own += out.exits.growth()
	}
	if err := r.budget.Output(own); err != nil {
		return nil, err
	}
	r.addExits(&out.exits)
	return &out, nil
}

// addExits adds the addresses to which a block that is shown leads.
func (r *renderer) addExits(e *exits) {
	if len(e.addresses) == 0 {
		return
	}
	if r.exits == nil {
		r.exits = map[string][]string{}
	}
	r.exits[e.block] = e.addresses
}

// fill sets the fields of a block and reports whether it is shown.
func (r *renderer) fill(out *block, b *page.Block, path string) (shown bool, err error) {
	switch body := b.Body.(type) {
	case *page.Link:
		return r.link(out, b, body), nil
	case *page.Heading:
		out.Title, out.Level = body.Text, body.Level
	case *page.Text:
		out.HTML = markdown(body.Text, out.exits.href)
	case *page.HTML:
		out.HTML, err = r.custom(body, path, out.exits.href)
		return r.preview || out.HTML != "", err
	case *page.Image:
		out.Image = r.imageOf(body.MediaID, sizeColumn)
		if body.URL != "" {
			out.leadTo(body.URL)
		}
		return r.preview || out.Image != nil, nil
	case *page.Gallery:
		return r.gallery(out, body), nil
	case *page.Video:
		embed(out, body.URL, r.words.Text("bio.watch"))
	case *page.Music:
		embed(out, body.URL, r.words.Text("bio.listen"))
	case *page.Social:
		for _, i := range body.Items {
			href, printed := out.exit(i.URL)
			out.Items = append(out.Items, item{Title: r.network(i), Href: href, Printed: printed})
			r.addProfile(i.URL)
		}
	case *page.Contact:
		out.Items = contactItems(body, out.exits.href)
	case *page.VCard:
		out.Title, out.Note = body.Name, cmp.Or(body.Organization, r.words.Text("bio.contact"))
		out.Href = template.URL("?vcard=" + url.QueryEscape(b.ID)) //nolint:gosec // escaped
	case *page.FAQ:
		for _, q := range body.Items {
			out.Items = append(out.Items, item{Title: q.Question, HTML: markdown(q.Answer, out.exits.href)})
		}
	case *page.Countdown:
		r.countdown(out, body)
	case *page.Map:
		out.Title = body.Query
		out.leadTo("https://www.openstreetmap.org/search?query=" + url.QueryEscape(body.Query))
	case *page.QR:
		return r.qr(out, body), nil
	case *page.Product:
		out.Title, out.Note = body.Title, r.words.Decimal(body.Price)+" "+body.Currency
		out.leadTo(body.URL)
		out.Image = r.imageOf(body.MediaID, sizeThumb)
	case *page.Group:
		out.Title = body.Title
		out.Blocks, err = r.blocks(path, body.Blocks)
		return r.preview || len(out.Blocks) > 0, err
	case *page.Form:
		out.Title, out.Note, out.HTML, out.Form = body.Title, body.Button, markdown(body.Consent, out.exits.href), &formState{}
	case *page.Divider:
	default:
		return false, nil
	}
	return true, nil
}

// custom returns the HTML of a block. A page that was saved before there were bounds shows
// the text of HTML beyond them.
func (r *renderer) custom(body *page.HTML, path string, href func(string) string) (template.HTML, error) {
	out, err := customHTML(r.budget, body.HTML, href)
	switch {
	case !fault.Is(err, fault.Invalid):
		return out, err
	case r.preview:
		var faults fault.List
		faults.AddErr(path+"html", err)
		return "", faults.Err()
	}
	return plainText(body.HTML), nil
}

// addProfile adds the address of a profile to the head of the page, if it fits: to the
// description for search engines, and as rel="me" for networks that verify the page.
func (r *renderer) addProfile(address string) {
	encoded, err := json.Marshal(address)
	if err == nil && page.CheckAddress(address) == nil && r.budget.Output(2*len(encoded)+len(`,<link rel="me" href=>`)) == nil {
		r.sameAs = append(r.sameAs, address)
	}
}

func (r *renderer) link(out *block, b *page.Block, body *page.Link) bool {
	facts, known := r.doc.Links[body.LinkID]
	out.Title, out.Image = cmp.Or(body.Title, facts.Title), r.imageOf(body.Thumbnail, sizeThumb)
	if out.Image != nil {
		out.Image.Alt = "" // the title names the link
	}
	if r.preview && !known {
		out.leadTo(body.URL)
		return true
	}
	r.changesAt(facts.StartsAt, facts.EndsAt)
	out.Href, out.Printed = template.URL(r.doc.VisitURL(b, facts)), template.URL(facts.ShortURL) //nolint:gosec // made by the server
	return known && (r.preview || facts.ShownAt(r.now))
}

func (r *renderer) gallery(out *block, body *page.Gallery) bool {
	for _, i := range body.Items {
		if p := r.imageOf(i.MediaID, sizeGallery); p != nil {
			out.Items = append(out.Items, item{Image: p})
		}
	}
	return r.preview || len(out.Items) > 0
}

// contactItems returns the ways of contact; href returns what opens an address.
func contactItems(c *page.Contact, href func(address string) string) []item {
	var items []item
	add := func(title, address string) {
		items = append(items, item{Title: title, Href: template.URL(href(address))}) //nolint:gosec // escaped
	}
	if c.Email != "" {
		add(c.Email, "mailto:"+url.PathEscape(c.Email))
	}
	if c.Phone != "" {
		digits := strings.Map(func(r rune) rune {
			if r == '+' || r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, c.Phone)
		add(c.Phone, "tel:"+digits)
	}
	return items
}

// network returns the name of a profile's network.
func (r *renderer) network(i page.SocialItem) string {
	if i.Network == page.Website {
		return r.words.Text("page.preview.website")
	}
	return i.Label()
}

func (r *renderer) countdown(out *block, c *page.Countdown) {
	words, at := r.words, c.At.UTC()
	local := at
	if r.doc.Zone != nil {
		local = at.In(r.doc.Zone)
	}
	out.Title, out.Machine, out.Human = c.Text, at.Format(time.RFC3339), words.Time(local)+" "+local.Format("MST")
	left := c.At.Sub(r.now)
	if left <= 0 {
		out.Note = words.Text("bio.countdown.over")
		return
	}
	r.changesAt(r.now.Truncate(time.Minute).Add(time.Minute))
	days, hours, minutes := int(left/(24*time.Hour)), int(left/time.Hour)%24, int(left/time.Minute)%60
	inHours := words.Count("bio.countdown.hours", hours)
	switch {
	case days > 0:
		out.Note = words.Text("bio.countdown.two", "first", words.Count("bio.countdown.days", days), "second", inHours)
	case hours > 0:
		out.Note = words.Text("bio.countdown.two", "first", inHours, "second", words.Count("bio.countdown.minutes", minutes))
	default:
		out.Note = words.Count("bio.countdown.minutes", max(1, minutes))
	}
}

// qr shows the code of a link.
func (r *renderer) qr(out *block, body *page.QR) bool {
	facts, known := r.doc.Links[body.LinkID]
	if !known {
		return false
	}
	svg, ok := r.codes.of(facts.ShortURL, r.words)
	out.HTML = svg
	return ok
}
