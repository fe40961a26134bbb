package httpapi

import (
	"context"
	"encoding/json"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
	"linnet/internal/core/locale"
	"linnet/internal/core/page"
	"linnet/internal/core/page/theme"
	"linnet/internal/edge/apikit"
)

// BioPage is a page as the API returns it.
type BioPage struct {
	ID                 string                `json:"id" example:"bio_3kq7c8v0d5m2a"`
	Domain             string                `json:"domain" example:"localhost:8080"`
	Handle             string                `json:"handle" example:"ada"`
	URL                string                `json:"url" doc:"The public address." example:"http://localhost:8080/@ada"`
	RootURL            *string               `json:"rootUrl" doc:"The root of a custom domain that shows the page, see rootPageId of domains; null: none does."`
	Title              string                `json:"title" example:"Ada Lovelace"`
	Description        *string               `json:"description"`
	Avatar             *string               `json:"avatar" doc:"The id of an image in the media library."`
	Theme              BioTheme              `json:"theme"`
	Blocks             bioBlocks             `json:"blocks"`
	Revision           int64                 `json:"revision" doc:"The revision of the draft. Each change adds 1." example:"3"`
	PublishedRevision  *int64                `json:"publishedRevision" doc:"The revision that visitors see; null if the page is not published."`
	PublishedAt        *time.Time            `json:"publishedAt"`
	UnpublishedChanges bool                  `json:"unpublishedChanges" doc:"The page is published with other content than that of its draft."`
	Incomplete         []apikit.FieldProblem `json:"incomplete" doc:"What the content lacks to be published: the errors that publishing returns, at most 50. Blocks with visible false may be incomplete."`
	StartsAt           *time.Time            `json:"startsAt" doc:"The page is not public before."`
	EndsAt             *time.Time            `json:"endsAt" doc:"The page is not public from then on."`
	AgeGate            int                   `json:"ageGate" doc:"The age in years that visitors confirm before they see the page: 16, 18 or 21; 0 for none." example:"0"`
	Language           locale.Fixed          `json:"language" doc:"The language of the page's own words; null: that of its domain, or of each visitor."`
	CreatedBy          string                `json:"createdBy" example:"usr_3kq7c8v0d5m2a"`
	CreatedAt          time.Time             `json:"createdAt"`
	UpdatedAt          time.Time             `json:"updatedAt"`
	Views              *int64                `json:"views,omitempty" doc:"Views by people, in lists only; absent while statistics are unavailable."`
	Clicks             *int64                `json:"clicks,omitempty" doc:"Clicks by people on its blocks, in lists only; absent while statistics are unavailable."`
	Responses          *int                  `json:"responses,omitempty" doc:"Responses to the forms of the page, in lists only; absent for viewers."`
}

// BioTheme is the look of a page: a preset, and settings that replace its own.
type BioTheme struct {
	Preset      string  `json:"preset" doc:"The id of a preset, see GET /bio-pages/themes." example:"paper"`
	Mode        *string `json:"mode,omitempty" enum:"auto,light,dark" doc:"The palette; auto follows the visitor's device."`
	Font        *string `json:"font,omitempty" enum:"sans,serif,rounded,mono,grotesk,classic"`
	Shape       *string `json:"shape,omitempty" enum:"square,soft,round,pill" doc:"The shape of buttons."`
	ButtonStyle *string `json:"buttonStyle,omitempty" enum:"filled,outlined,raised,tinted"`
	Background  *string `json:"background,omitempty" enum:"solid,gradient,dots,lines,image" doc:"With image, backgroundImage is required."`
	// Those of an image.
	BackgroundImage *string         `json:"backgroundImage,omitempty" doc:"The id of an image in the media library; null unless the background is image."`
	BackgroundShade *int            `json:"backgroundShade,omitempty" doc:"How much of the background color covers the image, 0 to 90 percent; 60 by default. Pages raise it until their text has a contrast of 4.5:1 on any image."`
	Colors          *BioThemeColors `json:"colors,omitempty" doc:"Colors that replace the palettes of the preset."`
}

// BioThemeColors are custom colors. Text colors that are not readable are replaced
// by the nearest readable ones.
type BioThemeColors struct {
	Background    string  `json:"background" example:"#fbfaf6"`
	BackgroundEnd *string `json:"backgroundEnd,omitempty" doc:"The end of a gradient."`
	Text          *string `json:"text,omitempty"`
	Button        *string `json:"button,omitempty"`
	ButtonText    *string `json:"buttonText,omitempty"`
}

func (t *BioTheme) core() *theme.Theme {
	if t == nil {
		return nil
	}
	out := &theme.Theme{
		Preset:          t.Preset,
		Mode:            theme.Mode(apikit.Value(t.Mode)),
		Font:            theme.Font(apikit.Value(t.Font)),
		Shape:           theme.Shape(apikit.Value(t.Shape)),
		ButtonStyle:     theme.ButtonStyle(apikit.Value(t.ButtonStyle)),
		Background:      theme.Background(apikit.Value(t.Background)),
		BackgroundImage: apikit.Value(t.BackgroundImage),
		BackgroundShade: theme.DefaultShade,
	}
	if t.BackgroundShade != nil {
		out.BackgroundShade = *t.BackgroundShade
	}
	if c := t.Colors; c != nil {
		out.Colors = &theme.Colors{
			Background:    c.Background,
			BackgroundEnd: apikit.Value(c.BackgroundEnd),
			Text:          apikit.Value(c.Text),
			Button:        apikit.Value(c.Button),
			ButtonText:    apikit.Value(c.ButtonText),
		}
	}
	return out
}

func bioThemeOf(t theme.Theme) BioTheme {
	out := BioTheme{
		Preset:          t.Preset,
		Mode:            apikit.TextOrNull(string(t.Mode)),
		Font:            apikit.TextOrNull(string(t.Font)),
		Shape:           apikit.TextOrNull(string(t.Shape)),
		ButtonStyle:     apikit.TextOrNull(string(t.ButtonStyle)),
		Background:      apikit.TextOrNull(string(t.Background)),
		BackgroundImage: apikit.TextOrNull(t.BackgroundImage),
	}
	if t.Background == theme.Image {
		out.BackgroundShade = &t.BackgroundShade
	}
	if c := t.Colors; c != nil {
		out.Colors = &BioThemeColors{
			Background:    c.Background,
			BackgroundEnd: apikit.TextOrNull(c.BackgroundEnd),
			Text:          apikit.TextOrNull(c.Text),
			Button:        apikit.TextOrNull(c.Button),
			ButtonText:    apikit.TextOrNull(c.ButtonText),
		}
	}
	return out
}

func bioPageOf(d page.Document) BioPage {
	out := BioPage{
		ID:                 d.ID,
		Domain:             d.Domain,
		Handle:             d.Handle,
		URL:                d.URL,
		RootURL:            apikit.TextOrNull(d.RootURL),
		Title:              d.Title,
		Description:        apikit.TextOrNull(d.Description),
		Avatar:             apikit.TextOrNull(d.AvatarID),
		Theme:              bioThemeOf(d.Theme),
		Blocks:             bioBlocks{Blocks: d.Blocks},
		Revision:           d.Revision,
		PublishedAt:        apikit.TimeOrNull(d.PublishedAt),
		UnpublishedChanges: d.Unpublished,
		Incomplete:         apikit.Map(d.Incomplete, func(f fault.Field) apikit.FieldProblem { return apikit.FieldProblem(f) }),
		StartsAt:           apikit.TimeOrNull(d.StartsAt),
		EndsAt:             apikit.TimeOrNull(d.EndsAt),
		AgeGate:            d.AgeGate,
		Language:           d.Language,
		CreatedBy:          d.CreatedBy,
		CreatedAt:          apikit.Timestamp(d.CreatedAt),
		UpdatedAt:          apikit.Timestamp(d.UpdatedAt),
	}
	if d.PublishedRevision > 0 {
		out.PublishedRevision = &d.PublishedRevision
	}
	return out
}

func bioPageResponse(d page.Document, err error) (*apikit.Output[BioPage], error) {
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(bioPageOf(d)), nil
}

// BioPageFields are the fields of a page that requests set.
type BioPageFields struct {
	Title       *string                  `json:"title,omitempty" doc:"At most 100 characters; required to publish the page."`
	Description apikit.Opt[string]       `json:"description,omitzero" nullable:"true" doc:"At most 300 characters."`
	Avatar      apikit.Opt[string]       `json:"avatar,omitzero" nullable:"true" doc:"The id of an image in the media library."`
	Theme       *BioTheme                `json:"theme,omitempty"`
	Blocks      *bioBlocks               `json:"blocks,omitempty" doc:"All blocks, at most 100 including those in groups. Blocks without an id are new. Those of a draft may be incomplete, see incomplete."`
	StartsAt    apikit.Opt[time.Time]    `json:"startsAt,omitzero" nullable:"true"`
	EndsAt      apikit.Opt[time.Time]    `json:"endsAt,omitzero" nullable:"true"`
	AgeGate     *int                     `json:"ageGate,omitempty" doc:"16, 18 or 21; 0 for none. Visitors confirm the age before they see the page."`
	Language    apikit.Opt[locale.Fixed] `json:"language,omitzero" nullable:"true" doc:"The language of the page's own words, such as those of forms; null: that of its domain, or of each visitor."`
}

// edit returns the changes to make.
func (f *BioPageFields) edit() (page.Edit, error) {
	var blocks []page.Block
	if f.Blocks != nil {
		var err error
		if blocks, err = page.DecodeBlocks(f.Blocks.raw); err != nil {
			return nil, err
		}
	}
	return func(d *page.Draft) {
		setTo(&d.Title, f.Title)
		f.Description.SetTo(&d.Description)
		f.Avatar.SetTo(&d.AvatarID)
		setTo(&d.Theme, f.Theme.core())
		f.StartsAt.SetTo(&d.StartsAt)
		f.EndsAt.SetTo(&d.EndsAt)
		setTo(&d.AgeGate, f.AgeGate)
		f.Language.SetTo(&d.Language)
		if f.Blocks != nil {
			d.Blocks = blocks
		}
	}, nil
}

func setTo[T any](target, value *T) {
	if value != nil {
		*target = *value
	}
}

type createBioPage struct {
	BioPageFields
	Handle string  `json:"handle" doc:"1 to 60 characters, with the rules of aliases." example:"ada"`
	Domain *string `json:"domain,omitempty" nullable:"true" doc:"The host of a domain; null: defaultDomainId of the workspace."`
}

func (b *createBioPage) draft() (page.Draft, error) {
	edit, err := b.edit()
	if err != nil {
		return page.Draft{}, err
	}
	d := page.Draft{Handle: b.Handle, Domain: apikit.Value(b.Domain), Content: page.DefaultContent()}
	edit(&d)
	return d, nil
}

func (a *API) createBioPage(ctx context.Context, in *apikit.With[createBioPage]) (*apikit.Output[BioPage], error) {
	draft, err := in.Body.draft()
	if err != nil {
		return nil, err
	}
	return bioPageResponse(a.BioPages.Create(ctx, apikit.ActorOf(ctx), draft))
}

func (a *API) getBioPage(ctx context.Context, in *apikit.ByID) (*apikit.Output[BioPage], error) {
	return bioPageResponse(a.BioPages.Get(ctx, apikit.ActorOf(ctx), in.ID))
}

type listBioPagesInput struct {
	apikit.PageParams
	Search string `query:"search" maxLength:"200" doc:"Words in the address or the title; case-insensitive."`
}

func (a *API) listBioPages(ctx context.Context, in *listBioPagesInput) (*apikit.ListOutput[BioPage], error) {
	found, err := a.BioPages.List(ctx, apikit.ActorOf(ctx), page.Filter{Search: in.Search, Limit: in.Limit, Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	pages := apikit.Map(found.Documents, bioPageOf)
	if err := a.addFigures(ctx, pages); err != nil {
		return nil, err
	}
	if err := a.addResponses(ctx, pages); err != nil {
		return nil, err
	}
	return apikit.Page(pages, found.NextCursor, found.Total), nil
}

// addResponses sets the number of responses of pages, unless the actor may not read
// them.
func (a *API) addResponses(ctx context.Context, pages []BioPage) error {
	ids := apikit.Map(pages, func(p BioPage) string { return p.ID })
	counts, err := a.BioPages.ResponseCounts(ctx, apikit.ActorOf(ctx), ids)
	if fault.Is(err, fault.Forbidden) {
		return nil
	}
	if err != nil {
		return err
	}
	for i := range pages {
		n := counts[pages[i].ID]
		pages[i].Responses = &n
	}
	return nil
}

type updateBioPage struct {
	BioPageFields
	Handle *string `json:"handle,omitempty" doc:"The former handle becomes available."`
}

type updateBioPageInput struct {
	apikit.ByID
	IfMatch string `header:"If-Match" doc:"The expected revision, quoted, or a list of revisions; returns 412 if the page has another one. The value * matches any revision." example:"\"3\""`
	Body    updateBioPage
}

func (a *API) updateBioPage(ctx context.Context, in *updateBioPageInput) (*apikit.Output[BioPage], error) {
	revisions, err := apikit.IfMatch(in.IfMatch)
	if err != nil {
		return nil, err
	}
	edit, err := in.Body.edit()
	if err != nil {
		return nil, err
	}
	return bioPageResponse(a.BioPages.Update(ctx, apikit.ActorOf(ctx), in.ID, revisions, func(d *page.Draft) {
		edit(d)
		setTo(&d.Handle, in.Body.Handle)
	}))
}

func (a *API) deleteBioPage(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.BioPages.Delete(ctx, apikit.ActorOf(ctx), in.ID)
}

type publishBioPageInput struct {
	apikit.ByID
	IfMatch string `header:"If-Match" doc:"The expected revision, quoted, or a list of revisions; returns 412 if the page has another one. The value * matches any revision." example:"\"3\""`
}

func (a *API) publishBioPage(ctx context.Context, in *publishBioPageInput) (*apikit.Output[BioPage], error) {
	revisions, err := apikit.IfMatch(in.IfMatch)
	if err != nil {
		return nil, err
	}
	return bioPageResponse(a.BioPages.Publish(ctx, apikit.ActorOf(ctx), in.ID, revisions))
}

func (a *API) unpublishBioPage(ctx context.Context, in *apikit.ByID) (*apikit.Output[BioPage], error) {
	return bioPageResponse(a.BioPages.Unpublish(ctx, apikit.ActorOf(ctx), in.ID))
}

type revertBioPage struct {
	Revision int64 `json:"revision" minimum:"1"`
}

func (a *API) revertBioPage(ctx context.Context, in *apikit.ByIDWith[revertBioPage]) (*apikit.Output[BioPage], error) {
	return bioPageResponse(a.BioPages.Revert(ctx, apikit.ActorOf(ctx), in.ID, in.Body.Revision))
}

// BioPageRevision is an entry of a page's history.
type BioPageRevision struct {
	Revision  int64     `json:"revision"`
	CreatedAt time.Time `json:"createdAt" doc:"When its first change was made."`
	CreatedBy string    `json:"createdBy" example:"usr_3kq7c8v0d5m2a"`
	Draft     bool      `json:"draft" doc:"It is the draft."`
	Published bool      `json:"published" doc:"Visitors see it."`
}

func (a *API) listBioPageRevisions(ctx context.Context, in *apikit.ByID) (*apikit.ListOutput[BioPageRevision], error) {
	p, found, err := a.BioPages.Revisions(ctx, apikit.ActorOf(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(found, func(r page.Revision) BioPageRevision {
		return BioPageRevision{
			Revision:  r.Number,
			CreatedAt: apikit.Timestamp(r.CreatedAt),
			CreatedBy: r.CreatedBy,
			Draft:     r.Number == p.Revision,
			Published: r.Number == p.PublishedRevision,
		}
	})), nil
}

type getBioPageRevisionInput struct {
	apikit.ByID
	Revision int64 `path:"revision" minimum:"1"`
}

func (a *API) getBioPageRevision(ctx context.Context, in *getBioPageRevisionInput) (*apikit.Output[BioPage], error) {
	return bioPageResponse(a.BioPages.AtRevision(ctx, apikit.ActorOf(ctx), in.ID, in.Revision))
}

type htmlOutput struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

func (a *API) previewBioPage(ctx context.Context, in *apikit.With[createBioPage]) (*htmlOutput, error) {
	draft, err := in.Body.draft()
	if err != nil {
		return nil, err
	}
	html, err := a.BioPages.Preview(ctx, apikit.ActorOf(ctx), draft)
	return &htmlOutput{"text/html", html}, err
}

// describeHTML documents the response of the preview, which huma cannot derive.
func describeHTML(doc *huma.OpenAPI) {
	doc.Paths["/bio-pages/preview"].Post.Responses["200"].Content = map[string]*huma.MediaType{
		"text/html": {Schema: &huma.Schema{Type: huma.TypeString}},
	}
}

// BioPreset is a theme that pages can have.
type BioPreset struct {
	ID    string `json:"id" example:"paper"`
	Label string `json:"label" example:"Paper"`
	theme.Style
}

func (a *API) listBioThemes(context.Context, *struct{}) (*apikit.ListOutput[BioPreset], error) {
	return apikit.WholeList(apikit.Map(theme.Presets(), func(p theme.Preset) BioPreset { return BioPreset{p.ID, p.Label, p.Style} })), nil
}

// bioBlocks is a list of blocks in its JSON form.
type bioBlocks struct {
	Blocks []page.Block
	raw    []byte // of a request
}

// MarshalJSON encodes the blocks.
func (b bioBlocks) MarshalJSON() ([]byte, error) { return json.Marshal(apikit.OrEmpty(b.Blocks)) }

// UnmarshalJSON stores the JSON, which page.DecodeBlocks decodes.
func (b *bioBlocks) UnmarshalJSON(data []byte) error {
	b.raw = append([]byte(nil), data...)
	return nil
}
