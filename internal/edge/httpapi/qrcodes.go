package httpapi

import (
	"context"
	"strings"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/qr"
	"linnet/internal/core/routing"
	"linnet/internal/edge/apikit"
)

// QRCodes is what the API needs of core/qr.
type QRCodes interface {
	Create(ctx context.Context, actor access.Actor, draft qr.Draft) (qr.Code, error)
	Get(ctx context.Context, actor access.Actor, id string) (qr.Code, error)
	List(ctx context.Context, actor access.Actor, filter qr.Filter) (qr.Page, error)
	Update(ctx context.Context, actor access.Actor, id string, patch qr.Patch) (qr.Code, error)
	Delete(ctx context.Context, actor access.Actor, id string) error
	Draw(actor access.Actor, text string, look qr.Look) (qr.Picture, error)
}

// QRLook is how a code is drawn: dark on light, as every scanner reads it.
type QRLook struct {
	Size   int    `json:"size" doc:"Pixels of a side, margin included." example:"512"`
	Margin int    `json:"margin" doc:"Light modules around the code; scanners expect 4." example:"4"`
	Level  string `json:"level" enum:"L,M,Q,H" doc:"How much may be damaged: about 7, 15, 25 or 30 per cent."`
	Dark   string `json:"dark" example:"#101d1e"`
	Light  string `json:"light" example:"#ffffff"`
}

// QRCodeLink is what a code leads to.
type QRCodeLink struct {
	Domain   string  `json:"domain" example:"localhost:8080"`
	Alias    string  `json:"alias" example:"launch"`
	ShortURL string  `json:"shortUrl" example:"http://localhost:8080/launch"`
	URL      string  `json:"url" doc:"The destination."`
	Title    *string `json:"title"`
}

// QRCode is a saved code of a link.
type QRCode struct {
	ID        string     `json:"id" example:"qrc_3kq7c8v0d5m2a"`
	Name      *string    `json:"name"`
	LinkID    string     `json:"linkId" example:"lnk_3kq7c8v0d5m2a"`
	Link      QRCodeLink `json:"link"`
	Content   string     `json:"content" doc:"What a scanner reads: the short URL with a mark, so that the visit counts as a scan." example:"http://localhost:8080/launch?qr=3kq7c8v0d5m2a"`
	Look      QRLook     `json:"look"`
	Scans     int64      `json:"scans" doc:"Visits of humans by this code; without ownScans, by all codes of the link that have none of their own."`
	OwnScans  bool       `json:"ownScans" doc:"Its scans are counted apart. Codes made before this was possible get it when they are changed."`
	CreatedBy string     `json:"createdBy" example:"usr_3kq7c8v0d5m2a"`
	CreatedAt time.Time  `json:"createdAt"`
	UpdatedAt time.Time  `json:"updatedAt"`
}

// QRLookInput is a look to draw with. What is absent is as it is, or as the
// default.
type QRLookInput struct {
	Size   *int    `json:"size,omitempty" minimum:"64" maximum:"4096" doc:"Pixels of a side; 512 unless said otherwise."`
	Margin *int    `json:"margin,omitempty" minimum:"0" maximum:"20" doc:"Modules; 4 unless said otherwise."`
	Level  *string `json:"level,omitempty" enum:"L,M,Q,H" doc:"M unless said otherwise."`
	Dark   *string `json:"dark,omitempty" doc:"A colour such as #101d1e, well darker than light."`
	Light  *string `json:"light,omitempty" doc:"A colour such as #ffffff."`
}

func (l QRLookInput) core() qr.LookPatch {
	return qr.LookPatch{Size: l.Size, Margin: l.Margin, Level: (*qr.Level)(l.Level), Dark: l.Dark, Light: l.Light}
}

type createQRCodeInput struct {
	Body struct {
		LinkID string      `json:"linkId" doc:"A link of the workspace." example:"lnk_3kq7c8v0d5m2a"`
		Name   *string     `json:"name,omitempty" nullable:"true" doc:"At most 100 characters."`
		Look   QRLookInput `json:"look,omitempty"`
	} `nameHint:"CreateQRCode"`
}

// QRCodePath names the code in the path.
type QRCodePath struct {
	ID string `path:"id" doc:"The code's id." example:"qrc_3kq7c8v0d5m2a"`
}

type updateQRCodeInput struct {
	QRCodePath
	Body struct {
		Name apikit.Opt[string] `json:"name,omitzero" nullable:"true" doc:"At most 100 characters; null takes it away."`
		Look QRLookInput        `json:"look,omitempty" doc:"Changes what it names."`
	} `nameHint:"UpdateQRCode"`
}

type listQRCodesInput struct {
	apikit.PageParams
	Search string `query:"search" maxLength:"200" doc:"In the name, and in the link's alias, destination, title and comments."`
	LinkID string `query:"linkId" doc:"Only codes of this link."`
}

type qrCodeOutput struct{ Body QRCode }

func (a *API) createQRCode(ctx context.Context, in *createQRCodeInput) (*qrCodeOutput, error) {
	return a.qrCodeAnswer(ctx)(a.QRCodes.Create(ctx, apikit.ActorOf(ctx), qr.Draft{
		LinkID: in.Body.LinkID, Name: apikit.Value(in.Body.Name), Look: in.Body.Look.core(),
	}))
}

func (a *API) getQRCode(ctx context.Context, in *QRCodePath) (*qrCodeOutput, error) {
	return a.qrCodeAnswer(ctx)(a.QRCodes.Get(ctx, apikit.ActorOf(ctx), in.ID))
}

func (a *API) updateQRCode(ctx context.Context, in *updateQRCodeInput) (*qrCodeOutput, error) {
	patch := qr.Patch{Look: in.Body.Look.core()}
	if in.Body.Name.Named {
		patch.Name = &in.Body.Name.Value
	}
	return a.qrCodeAnswer(ctx)(a.QRCodes.Update(ctx, apikit.ActorOf(ctx), in.ID, patch))
}

func (a *API) deleteQRCode(ctx context.Context, in *QRCodePath) (*struct{}, error) {
	return nil, a.QRCodes.Delete(ctx, apikit.ActorOf(ctx), in.ID)
}

func (a *API) listQRCodes(ctx context.Context, in *listQRCodesInput) (*apikit.ListOutput[QRCode], error) {
	page, err := a.QRCodes.List(ctx, apikit.ActorOf(ctx), qr.Filter{Search: in.Search, LinkID: in.LinkID, Limit: in.Limit, Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	items, err := a.withScans(ctx, page.Codes)
	return apikit.Page(items, page.NextCursor, page.Total), err
}

func (a *API) qrCodeAnswer(ctx context.Context) func(qr.Code, error) (*qrCodeOutput, error) {
	return func(c qr.Code, err error) (*qrCodeOutput, error) {
		if err != nil {
			return nil, err
		}
		items, err := a.withScans(ctx, []qr.Code{c})
		if err != nil {
			return nil, err
		}
		return &qrCodeOutput{items[0]}, nil
	}
}

// withScans returns what clients see of codes, with the visits that came by
// them.
func (a *API) withScans(ctx context.Context, codes []qr.Code) ([]QRCode, error) {
	if len(codes) == 0 {
		return []QRCode{}, nil
	}
	scans := make(map[string]int64, len(codes))
	var marked, links []string
	for _, c := range codes {
		if c.Marked {
			marked = append(marked, c.ID)
		} else {
			links = append(links, c.LinkID)
		}
	}
	if err := a.countScans(ctx, scans, analytics.QRCode, marked); err != nil {
		return nil, err
	}
	if err := a.countScans(ctx, scans, analytics.Link, links); err != nil {
		return nil, err
	}
	return apikit.Map(codes, func(c qr.Code) QRCode {
		key := c.LinkID
		if c.Marked {
			key = c.ID
		}
		return qrCodeOf(c, a.publicURL.Scheme, scans[key])
	}), nil
}

// countScans adds the scans of humans by the keys of a dimension: of codes, or
// of links by codes without a mark.
func (a *API) countScans(ctx context.Context, scans map[string]int64, by analytics.Dimension, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	filters := []analytics.Filter{{Dimension: by, Values: keys}}
	if by == analytics.Link {
		filters = append(filters, analytics.Filter{Dimension: analytics.Trigger, Values: []string{string(click.TriggerQR)}},
			analytics.Filter{Dimension: analytics.QRCode, Values: []string{""}})
	}
	report, err := a.Analytics.Report(ctx, apikit.ActorOf(ctx), analytics.Request{
		Period: analytics.Period{Interval: analytics.AllTime}, Filters: filters, GroupBy: []analytics.Dimension{by}, Limit: len(keys),
	}, analytics.Parts{})
	if err != nil {
		return err
	}
	for _, row := range report.Lists[by] {
		scans[row.Key] = row.Clicks
	}
	return nil
}

func qrCodeOf(c qr.Code, scheme string, scans int64) QRCode {
	return QRCode{
		ID: c.ID, Name: apikit.TextOrNull(c.Name), LinkID: c.LinkID,
		Link: QRCodeLink{
			Domain: c.Link.Domain, Alias: c.Link.Alias, ShortURL: shortURL(scheme, c.Link.Domain, c.Link.Alias),
			URL: c.Link.URL, Title: apikit.TextOrNull(c.Link.Title),
		},
		Content: codeURL(c, scheme), OwnScans: c.Marked,
		Look:  QRLook{Size: c.Look.Size, Margin: c.Look.Margin, Level: string(c.Look.Level), Dark: c.Look.Dark, Light: c.Look.Light},
		Scans: scans, CreatedBy: c.CreatedBy, CreatedAt: apikit.Timestamp(c.CreatedAt), UpdatedAt: apikit.Timestamp(c.UpdatedAt),
	}
}

// codeURL is what a saved code holds.
func codeURL(c qr.Code, scheme string) string {
	content := scanURL(scheme, c.Link.Domain, c.Link.Alias)
	if c.Marked {
		return strings.TrimSuffix(content, routing.MarkerQR) + routing.MarkerOfCode(c.ID)
	}
	return content
}

// scanURL is what a code holds: the short URL, marked so that the visit counts
// as a scan. Of a wildcard it is the part before it, which leads there too.
func scanURL(scheme, host, alias string) string {
	alias = strings.TrimSuffix(strings.TrimSuffix(alias, "*"), "/")
	return shortURL(scheme, host, alias) + "?" + routing.MarkerQR
}
