package httpapi

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/qr/judge"
	"linnet/internal/core/qr/look"
	"linnet/internal/edge/apikit"
)

// QRReport rates how reliably scanners read a code.
type QRReport struct {
	Content string    `json:"content" doc:"The encoded text."`
	Score   int       `json:"score" minimum:"0" maximum:"100" doc:"Below 60, many scanners fail." example:"100"`
	Decoded bool      `json:"decoded" doc:"A decoder reads the content at full and half size, blurred, rotated and with noise."`
	Checks  []QRCheck `json:"checks"`
}

// QRCheck is the result of one check of a code.
type QRCheck struct {
	Name    string                                   `json:"name" enum:"decode,contrast,inverted,quietZone,moduleSize,density,logo,characters"`
	OK      bool                                     `json:"ok"`
	Message string                                   `json:"message" example:"The weakest contrast is 17.3:1."`
	Fix     apikit.OrNull[apikit.Partial[look.Look]] `json:"fix" doc:"The change of the look that makes the check pass; null if it passes or has no automatic fix."`
	Print   apikit.OrNull[QRPrintFix]                `json:"printFix" doc:"The print size that makes the check pass; null if it passes, or without a print size in the request."`
}

// QRPrintFix is a print size.
type QRPrintFix struct {
	MM  float64 `json:"mm" doc:"The width in millimeters." example:"30"`
	DPI int     `json:"dpi" doc:"Pixels per inch of PNG, JPEG and WebP." example:"300"`
}

type judgeQRCode struct {
	Content string                    `json:"content,omitempty" minLength:"1" maxLength:"1000" doc:"The text to encode." example:"https://lnt.example/spring?qr=1"`
	Static  apikit.Opt[staticContent] `json:"staticContent,omitzero" doc:"A static content to encode, instead of content."`
	Look    apikit.Partial[look.Look] `json:"look,omitzero" doc:"Absent fields have their default values."`
	QRPrintParams
}

func (a *API) judgeQR(ctx context.Context, in *apikit.With[judgeQRCode]) (*apikit.Output[QRReport], error) {
	l := look.Edit(in.Body.Look.Onto).On(look.Defaults())
	var faults fault.List
	text := in.Body.Content
	static, err := in.Body.Static.Value.decode("staticContent")
	faults.AddErr("", err)
	switch {
	case (text == "") == (!in.Body.Static.Named || in.Body.Static.Null):
		faults.Add("content", "Send either content or staticContent.")
	case text == "":
		text = static.Text()
	}
	faults.AddErr("look.", l.ValidateSyntax())
	if err := faults.Err(); err != nil {
		return nil, err
	}
	r, err := a.QRCodes.Judge(ctx, apikit.ActorOf(ctx), text, l, in.Body.core())
	if err != nil {
		return nil, err
	}
	out := QRReport{Content: text, Score: r.Score, Decoded: r.Decoded, Checks: make([]QRCheck, len(r.Checks))}
	for i, c := range r.Checks {
		if out.Checks[i], err = qrCheckOf(c, l); err != nil {
			return nil, err
		}
	}
	return apikit.OutputOf(out), nil
}

// qrCheckOf returns a check of the code with the look l.
func qrCheckOf(c judge.Check, l look.Look) (QRCheck, error) {
	out := QRCheck{Name: c.Name, OK: c.OK, Message: c.Message}
	if c.Fix != nil {
		fix, err := apikit.Changes(l, c.Fix.On(l))
		if err != nil {
			return QRCheck{}, err
		}
		out.Fix.Value = &fix
	}
	if c.PrintFix.Millimeters > 0 {
		out.Print.Value = &QRPrintFix{MM: c.PrintFix.Millimeters, DPI: c.PrintFix.DPI}
	}
	return out, nil
}
