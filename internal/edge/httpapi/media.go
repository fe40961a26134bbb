package httpapi

import (
	"context"
	"errors"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/media"
	"linnet/internal/edge/apikit"
)

// Media is an image as the API returns it.
type Media struct {
	ID         string     `json:"id" example:"med_3kq7c8v0d5m2a"`
	URL        string     `json:"url" doc:"The public address of the widest file."`
	PreviewURL string     `json:"previewUrl" doc:"The public address of the narrowest file."`
	Type       string     `json:"type" example:"image/webp" doc:"The media type of the files at url and previewUrl."`
	Width      int        `json:"width" doc:"Pixels of the widest file; at most 1280." example:"1280"`
	Height     int        `json:"height" example:"960"`
	Bytes      int64      `json:"bytes" doc:"The size of all files, which the plan limits." example:"183204"`
	Alt        string     `json:"alt" doc:"The alternative text, for people who cannot see the image." example:"Ada at her desk"`
	FocalPoint FocalPoint `json:"focalPoint" doc:"The point that crops keep visible."`
	Used       bool       `json:"used" doc:"A bio page shows the image, in its draft or to visitors, or a QR code, a preset or the default look of a domain has it."`
	CreatedBy  string     `json:"createdBy" example:"usr_3kq7c8v0d5m2a"`
	CreatedAt  time.Time  `json:"createdAt"`
	UpdatedAt  time.Time  `json:"updatedAt"`
}

// FocalPoint is a position in an image.
type FocalPoint struct {
	X float64 `json:"x" minimum:"0" maximum:"1" doc:"From 0, the left edge, to 1, the right edge." example:"0.5"`
	Y float64 `json:"y" minimum:"0" maximum:"1" doc:"From 0, the top, to 1, the bottom." example:"0.5"`
}

func (p *FocalPoint) core() *media.Point {
	if p == nil {
		return nil
	}
	return &media.Point{X: int(math.Round(p.X * 100)), Y: int(math.Round(p.Y * 100))}
}

func (a *API) mediaOf(m media.Media) Media {
	address := func(width int) string { return a.publicURL.JoinPath(m.Path(width, media.WebP)).String() }
	return Media{
		ID:         m.ID,
		URL:        address(m.Width),
		PreviewURL: address(m.Widths[0]),
		Type:       "image/webp",
		Width:      m.Width,
		Height:     m.Height,
		Bytes:      m.Bytes,
		Alt:        m.Alt,
		FocalPoint: FocalPoint{X: float64(m.Focal.X) / 100, Y: float64(m.Focal.Y) / 100},
		Used:       m.Used,
		CreatedBy:  m.CreatedBy,
		CreatedAt:  apikit.Timestamp(m.CreatedAt),
		UpdatedAt:  apikit.Timestamp(m.UpdatedAt),
	}
}

func (a *API) mediaResponse(m media.Media, err error) (*apikit.Output[Media], error) {
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(a.mediaOf(m)), nil
}

type listMediaInput struct {
	apikit.PageParams
	Search string `query:"search" maxLength:"200" doc:"Words in the alternative text."`
	Unused bool   `query:"unused" doc:"True returns the images that no bio page shows in its draft or to visitors, and no QR code, preset or default look of a domain has."`
}

func (a *API) listMedia(ctx context.Context, in *listMediaInput) (*apikit.ListOutput[Media], error) {
	filter := media.Filter{Search: in.Search, Unused: in.Unused, Limit: in.Limit, Cursor: in.Cursor}
	found, err := a.Media.List(ctx, apikit.ActorOf(ctx), filter)
	if err != nil {
		return nil, err
	}
	return apikit.Page(apikit.Map(found.Media, a.mediaOf), found.NextCursor, found.Total), nil
}

func (a *API) getMedia(ctx context.Context, in *apikit.ByID) (*apikit.Output[Media], error) {
	return a.mediaResponse(a.Media.Get(ctx, apikit.ActorOf(ctx), in.ID))
}

type updateMedia struct {
	Alt        *string     `json:"alt,omitempty" doc:"1 to 300 characters."`
	FocalPoint *FocalPoint `json:"focalPoint,omitempty"`
}

func (a *API) updateMedia(ctx context.Context, in *apikit.ByIDWith[updateMedia]) (*apikit.Output[Media], error) {
	patch := media.Patch{Alt: in.Body.Alt, Focal: in.Body.FocalPoint.core()}
	return a.mediaResponse(a.Media.Update(ctx, apikit.ActorOf(ctx), in.ID, patch))
}

func (a *API) deleteMedia(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.Media.Delete(ctx, apikit.ActorOf(ctx), in.ID)
}

type uploadMediaInput struct {
	body        io.Reader
	contentType string
}

// Resolve keeps the body as a stream, which the handler reads up to its limits.
func (in *uploadMediaInput) Resolve(hc huma.Context) []error {
	in.body = apikit.UploadBody(hc)
	in.contentType = hc.Header("Content-Type")
	return nil
}

func (a *API) uploadMedia(ctx context.Context, in *uploadMediaInput) (*apikit.Output[Media], error) {
	alt, file, err := in.parts()
	if err != nil {
		return nil, err
	}
	return a.mediaResponse(a.Media.Upload(ctx, apikit.ActorOf(ctx), alt, file))
}

const (
	maxAltBytes   = 4 * media.MaxAlt
	maxMediaParts = 10      // of a form
	formOverhead  = 1 << 16 // bytes of headers and other parts
)

// parts returns the parts of the form. Those that are missing are empty.
func (in *uploadMediaInput) parts() (alt string, file []byte, err error) {
	kind, params, err := mime.ParseMediaType(in.contentType)
	if err != nil || kind != "multipart/form-data" {
		return "", nil, fault.New(fault.Invalid, "Send the image in a form as multipart/form-data, with the parts alt and file.").At("file")
	}
	body := &io.LimitedReader{R: in.body, N: media.MaxBytes + formOverhead + 1}
	form := multipart.NewReader(body, params["boundary"])
	for range maxMediaParts {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return alt, file, nil
		}
		if err != nil {
			return "", nil, errForm(body)
		}
		limit := int64(maxAltBytes)
		if part.FormName() == "file" {
			limit = media.MaxBytes + 1 // Upload reports a file that exceeds MaxBytes
		}
		data, err := io.ReadAll(io.LimitReader(part, limit))
		switch {
		case err != nil:
			return "", nil, errForm(body)
		case part.FormName() == "file" && len(data) > media.MaxBytes:
			return "", nil, media.ErrTooLarge()
		case part.FormName() == "file":
			file = data
		case part.FormName() == "alt":
			alt = string(data)
		}
	}
	return alt, file, nil
}

// errForm returns the fault of a form that cannot be read to its end.
func errForm(body *io.LimitedReader) error {
	if body.N <= 0 {
		return media.ErrTooLarge()
	}
	return fault.New(fault.Malformed, "The form is incomplete. Send it again.")
}

func (a *API) mediaRoutes(r *apikit.Router) {
	const tag = "Media"
	apikit.Get(r, "/media", a.listMedia, operation{ID: "listMedia", Scope: access.MediaRead, Tag: tag, Summary: "List images", Description: "Newest first."})
	apikit.Post(r, "/media", a.uploadMedia, operation{
		Upload:  true,
		ID:      "uploadMedia",
		Scope:   access.MediaWrite,
		Tag:     tag,
		Summary: "Upload an image",
		Status:  http.StatusCreated,
		Description: "A form with the parts alt (the alternative text, 1 to 300 characters) and file (JPEG, PNG, GIF or WebP, at most 10 MiB and 40 megapixels). " +
			"The image is stored in widths of up to 1280 pixels, as WebP and JPEG, without its metadata. Animations are rejected. " +
			"A file that the workspace has already returns the existing image, unchanged. " +
			"Returns 422 for a file that is not such an image, 413 for one that is too large, and 402 if the plan's storage is full.",
		Errors: codes(fault.LimitReached, fault.TooLarge),
	})
	apikit.Get(r, "/media/{id}", a.getMedia, operation{ID: "getMedia", Scope: access.MediaRead, Tag: tag, Summary: "Get an image"})
	apikit.Patch(r, "/media/{id}", a.updateMedia, operation{
		ID:          "updateMedia",
		Scope:       access.MediaWrite,
		Tag:         tag,
		Summary:     "Update an image",
		Description: "Updates the fields in the request.",
	})
	apikit.Delete(r, "/media/{id}", a.deleteMedia, operation{
		ID:          "deleteMedia",
		Scope:       access.MediaWrite,
		Tag:         tag,
		Summary:     "Delete an image",
		Description: "Returns 409 with their names if a bio page shows the image, in its draft or to visitors, or if a QR code, a preset or the default look of a domain has it.",
		Errors:      codes(fault.Conflict),
	})
	describeMedia(r.OpenAPI())
}

// describeMedia documents the form of an upload, which huma cannot derive.
func describeMedia(doc *huma.OpenAPI) {
	least, most := 1, media.MaxAlt
	doc.Paths["/media"].Post.RequestBody = &huma.RequestBody{
		Required: true,
		Content: map[string]*huma.MediaType{
			"multipart/form-data": {Schema: &huma.Schema{
				Type:     huma.TypeObject,
				Required: []string{"file", "alt"},
				Properties: map[string]*huma.Schema{
					"file": apikit.BinarySchema(), "alt": {Type: huma.TypeString, MinLength: &least, MaxLength: &most},
				},
			}},
		},
	}
}
