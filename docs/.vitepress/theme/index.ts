// The look of the site: the generator's default theme, with the changes of style.css.

import theme from "vitepress/theme";
import "./style.css";

export default theme;
