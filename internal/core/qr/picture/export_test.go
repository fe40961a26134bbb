package picture

// Crop is crop, for the comparison with the web app.
var Crop = crop
