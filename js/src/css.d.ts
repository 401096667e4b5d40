// Stylesheets are bundled as text and put into the shadow root.
declare module "*.css" {
  const text: string;
  export default text;
}
