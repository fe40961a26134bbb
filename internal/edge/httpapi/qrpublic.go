package httpapi

import (
	"context"
	"net/http"
	"time"

	"linnet/internal/core/qr"
	"linnet/internal/core/qr/picture"
	"linnet/internal/edge/apikit"
)

// QRImageURL is the public URL of the image of a code.
type QRImageURL struct {
	URL       string     `json:"url" example:"https://lnt.example/api/v1/public/qr/AKp3…"`
	ExpiresAt *time.Time `json:"expiresAt" doc:"Null: when the code is deleted."`
}

type publishQRCodeInput struct {
	apikit.ByID
	Body struct {
		Format    string     `json:"format,omitempty" enum:"svg,png,jpeg,webp,pdf,eps" default:"png"`
		Size      int        `json:"size,omitempty" minimum:"64" maximum:"4096" doc:"The width in pixels. Absent: that of the code's look."`
		ExpiresAt *time.Time `json:"expiresAt,omitempty" doc:"At most ten years from now. Absent: when the code is deleted."`
		QRPrintParams
	} `nameHint:"CreateQRCodeImageURL" required:"false"`
}

func (a *API) publishQRCode(ctx context.Context, in *publishQRCodeInput) (*apikit.Output[QRImageURL], error) {
	image := qr.PublicImage{
		CodeID: in.ID,
		Format: picture.Format(in.Body.Format),
		Size:   in.Body.Size,
		Print:  in.Body.core(),
	}
	if in.Body.ExpiresAt != nil {
		image.Expires = in.Body.ExpiresAt.UTC().Truncate(time.Second)
	}
	token, err := a.PublicQRCodes.Token(ctx, apikit.ActorOf(ctx), image)
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(QRImageURL{
		URL:       a.publicURL.JoinPath(Prefix, "public/qr", token).String(),
		ExpiresAt: apikit.TimeOrNull(image.Expires),
	}), nil
}

type publicQRCodeInput struct {
	Token string `path:"token" maxLength:"500" doc:"The last part of a URL of createQRCodeImageUrl."`
	Known string `header:"If-None-Match" doc:"An ETag of an earlier response. The response is 304 if the image is the same."`
}

func (a *API) publicQRCode(ctx context.Context, in *publicQRCodeInput) (*imageOutput, error) {
	image, code, err := a.PublicQRCodes.Open(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	text := codeText(code, a.publicURL.Scheme)
	out := &imageOutput{Status: http.StatusOK, ContentType: image.Format.MediaType(), Cache: "public, max-age=300"}
	if out.ETag, err = a.imageTag(text, image.Look(code), image.Format, image.Print); err != nil || out.unchanged(in.Known) {
		return out, err
	}
	out.Body, err = a.PublicQRCodes.Image(ctx, image, code, text)
	return out, err
}
