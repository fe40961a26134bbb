package httpapi

import (
	"linnet/internal/core/qr/look"
	"linnet/internal/edge/apikit"
)

// QRLook is the appearance of a QR code.
type QRLook struct {
	Size       int    `json:"size" doc:"The width and height in pixels, margin included." example:"512"`
	Margin     int    `json:"margin" doc:"The margin in modules; scanners expect 4." example:"4"`
	Level      string `json:"level" enum:"L,M,Q,H" doc:"The error correction level: recovers about 7, 15, 25 or 30% of the code."`
	Dark       string `json:"dark" example:"#101d1e"`
	Light      string `json:"light" doc:"The color of the light modules." example:"#ffffff"`
	Background string `json:"background" doc:"A color, transparent, or the id of an image: behind and around the modules. Empty: the color of light." example:""`
	Modules    string `json:"modules" enum:"square,rounded,dots,classy,diamond,star"`
	Frame      string `json:"frame" enum:"square,rounded,circle,leaf,drop,cushion,dots" doc:"The shape of the frames of the three corners."`
	Dot        string `json:"dot" enum:"square,rounded,circle,diamond,leaf,drop,star" doc:"The shape of the dots in the frames."`
	FrameColor string `json:"frameColor" doc:"Empty: as the modules." example:""`
	DotColor   string `json:"dotColor" doc:"Empty: as the modules." example:""`
	FrameStyle string `json:"frameStyle" enum:"none,label,ticket,sticker" doc:"The design around the code, with the caption. It makes the picture higher than wide."`
	Caption    string `json:"caption" doc:"Empty: none." example:"Scan me"`
	Gradient   string `json:"gradient" doc:"Instead of dark: linear:<degrees>:<from>:<to>, clockwise from left to right, or radial:<from>:<to>. Empty: none." example:""`
	Logo       string `json:"logo" doc:"The id of an image of the media library, in the center of the code. Raises the error correction to at least Q. Empty: none." example:""`
	LogoSize   int    `json:"logoSize" doc:"The longer side of the logo in percent of the code's side." example:"20"`
	FocalX     int    `json:"focalX" doc:"The point of the background image that stays visible where the image is cropped: percent of its width from the left." example:"50"`
	FocalY     int    `json:"focalY" doc:"The same in percent of its height from the top." example:"50"`
}

func qrLookOf(l look.Look) QRLook {
	return QRLook{
		Size: l.Size, Margin: l.Margin, Level: string(l.Level), Dark: l.Dark, Light: l.Light, Background: l.Background,
		Modules: string(l.Modules), Frame: string(l.Frame), Dot: string(l.Dot),
		FrameColor: l.FrameColor, DotColor: l.DotColor, Gradient: l.Gradient, FrameStyle: string(l.FrameStyle), Caption: l.Caption,
		Logo: l.Logo, LogoSize: l.LogoSize, FocalX: l.FocalX, FocalY: l.FocalY,
	}
}

// QRLookInput is a look in a request. Absent fields have their current value, or
// in a new code, that of the default look of the link's domain.
type QRLookInput struct {
	Size       *int    `json:"size,omitempty" minimum:"64" maximum:"4096" doc:"The width and height in pixels; 512 unless the domain has a default look."`
	Margin     *int    `json:"margin,omitempty" minimum:"0" maximum:"20" doc:"The margin in modules; 4 unless the domain has a default look."`
	Level      *string `json:"level,omitempty" enum:"L,M,Q,H" doc:"The error correction level; M unless the domain has a default look."`
	Dark       *string `json:"dark,omitempty" doc:"A hex color such as #101d1e, with a high contrast to light."`
	Light      *string `json:"light,omitempty" doc:"A hex color such as #ffffff."`
	Background *string `json:"background,omitempty" doc:"A hex color such as #ffffff, transparent, the id of an image of the media library, or empty for the color of light."`
	Modules    *string `json:"modules,omitempty" enum:"square,rounded,dots,classy,diamond,star"`
	Frame      *string `json:"frame,omitempty" enum:"square,rounded,circle,leaf,drop,cushion,dots" doc:"The shape of the frames of the three corners."`
	Dot        *string `json:"dot,omitempty" enum:"square,rounded,circle,diamond,leaf,drop,star" doc:"The shape of the dots in the frames."`
	FrameColor *string `json:"frameColor,omitempty" doc:"A hex color, or empty for that of the modules."`
	DotColor   *string `json:"dotColor,omitempty" doc:"A hex color, or empty for that of the modules."`
	FrameStyle *string `json:"frameStyle,omitempty" enum:"none,label,ticket,sticker" doc:"The design around the code, with the caption."`
	Caption    *string `json:"caption,omitempty" doc:"At most 40 Latin, Greek or Cyrillic characters. Drawn by every frameStyle except none."`
	Gradient   *string `json:"gradient,omitempty" doc:"linear:<degrees>:<from>:<to>, radial:<from>:<to>, or empty for none."`
	Logo       *string `json:"logo,omitempty" doc:"The id of an image of the media library, or empty for none."`
	LogoSize   *int    `json:"logoSize,omitempty" minimum:"5" maximum:"35" doc:"The longer side of the logo in percent of the code's side; 20 unless the domain has a default look."`
	FocalX     *int    `json:"focalX,omitempty" minimum:"0" maximum:"100" doc:"The point of the background image that stays visible where the image is cropped: percent of its width from the left; 50 unless the domain has a default look."`
	FocalY     *int    `json:"focalY,omitempty" minimum:"0" maximum:"100" doc:"The same in percent of its height from the top; 50 unless the domain has a default look."`
}

func (l QRLookInput) core() look.Patch {
	return look.Patch{
		Size: l.Size, Margin: l.Margin, Level: (*look.Level)(l.Level), Dark: l.Dark, Light: l.Light, Background: l.Background,
		Modules: (*look.Modules)(l.Modules), Frame: (*look.Frame)(l.Frame), Dot: (*look.Dot)(l.Dot),
		FrameColor: l.FrameColor, DotColor: l.DotColor, Gradient: l.Gradient, FrameStyle: (*look.FrameStyle)(l.FrameStyle), Caption: l.Caption,
		Logo: l.Logo, LogoSize: l.LogoSize, FocalX: l.FocalX, FocalY: l.FocalY,
	}
}

func qrLookInputOf(p look.Patch) QRLookInput {
	return QRLookInput{
		Size: p.Size, Margin: p.Margin, Level: (*string)(p.Level), Dark: p.Dark, Light: p.Light, Background: p.Background,
		Modules: (*string)(p.Modules), Frame: (*string)(p.Frame), Dot: (*string)(p.Dot),
		FrameColor: p.FrameColor, DotColor: p.DotColor, Gradient: p.Gradient, FrameStyle: (*string)(p.FrameStyle), Caption: p.Caption,
		Logo: p.Logo, LogoSize: p.LogoSize, FocalX: p.FocalX, FocalY: p.FocalY,
	}
}

// QRLookParams is a look in a query. Omitted parameters have the values of the
// saved code, of the default look of the link's domain, or of look.Defaults.
type QRLookParams struct {
	Size       apikit.Param[int]    `query:"size" minimum:"64" maximum:"4096" doc:"The width and height in pixels, margin included. Omitted: that of the saved code or of the domain's default look, else 512."`
	Margin     apikit.Param[int]    `query:"margin" minimum:"0" maximum:"20" doc:"The margin in modules; scanners expect 4. Omitted: as size, else 4."`
	Level      apikit.Param[string] `query:"level" enum:"L,M,Q,H" doc:"The error correction level: recovers about 7, 15, 25 or 30% of the code. Omitted: as size, else M."`
	Dark       apikit.Param[string] `query:"dark" doc:"A hex color, with a high contrast to light. Omitted: as size, else #101d1e." example:"#101d1e"`
	Light      apikit.Param[string] `query:"light" doc:"Omitted: as size, else #ffffff." example:"#ffffff"`
	Background apikit.Param[string] `query:"background" doc:"A hex color, transparent, or the id of an image of the media library. Omitted: as size, else the color of light." example:"transparent"`
	Modules    apikit.Param[string] `query:"modules" enum:"square,rounded,dots,classy,diamond,star" doc:"Omitted: as size, else square."`
	Frame      apikit.Param[string] `query:"frame" enum:"square,rounded,circle,leaf,drop,cushion,dots" doc:"The shape of the frames of the three corners. Omitted: as size, else square."`
	Dot        apikit.Param[string] `query:"dot" enum:"square,rounded,circle,diamond,leaf,drop,star" doc:"The shape of the dots in the frames. Omitted: as size, else square."`
	FrameColor apikit.Param[string] `query:"frameColor" doc:"A hex color. Omitted: as size, else that of the modules." example:"#04755b"`
	DotColor   apikit.Param[string] `query:"dotColor" doc:"A hex color. Omitted: as size, else that of the modules." example:"#04755b"`
	FrameStyle apikit.Param[string] `query:"frameStyle" enum:"none,label,ticket,sticker" doc:"The design around the code, with the caption. Omitted: as size, else none."`
	Caption    apikit.Param[string] `query:"caption" doc:"At most 40 Latin, Greek or Cyrillic characters. Drawn by every frameStyle except none. Omitted: as size, else none." example:"Scan me"`
	Gradient   apikit.Param[string] `query:"gradient" doc:"Instead of dark: linear:<degrees>:<from>:<to>, clockwise from left to right, or radial:<from>:<to>. Omitted: as size, else none." example:"linear:45:#101d1e:#04755b"`
	Logo       apikit.Param[string] `query:"logo" doc:"The id of an image of the media library. Omitted: as size, else none." example:"med_3kq7c8v0d5m2a"`
	LogoSize   apikit.Param[int]    `query:"logoSize" minimum:"5" maximum:"35" doc:"The longer side of the logo in percent of the code's side. Omitted: as size, else 20."`
	FocalX     apikit.Param[int]    `query:"focalX" minimum:"0" maximum:"100" doc:"The point of the background image that stays visible where the image is cropped: percent of its width from the left. Omitted: as size, else 50."`
	FocalY     apikit.Param[int]    `query:"focalY" minimum:"0" maximum:"100" doc:"The same in percent of its height from the top. Omitted: as size, else 50."`
}

func (p QRLookParams) core() look.Patch {
	return look.Patch{
		Size: p.Size.Pointer(), Margin: p.Margin.Pointer(), Level: (*look.Level)(p.Level.Pointer()),
		Dark: p.Dark.Pointer(), Light: p.Light.Pointer(), Background: p.Background.Pointer(),
		Modules: (*look.Modules)(p.Modules.Pointer()), Frame: (*look.Frame)(p.Frame.Pointer()), Dot: (*look.Dot)(p.Dot.Pointer()),
		FrameColor: p.FrameColor.Pointer(), DotColor: p.DotColor.Pointer(), Gradient: p.Gradient.Pointer(),
		FrameStyle: (*look.FrameStyle)(p.FrameStyle.Pointer()), Caption: p.Caption.Pointer(),
		Logo: p.Logo.Pointer(), LogoSize: p.LogoSize.Pointer(), FocalX: p.FocalX.Pointer(), FocalY: p.FocalY.Pointer(),
	}
}
