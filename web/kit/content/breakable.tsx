import { Fragment } from 'react';

/** An identifier such as `user.sign_in_failed`, which breaks after its separators where the line is too short. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=[._:/-])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
